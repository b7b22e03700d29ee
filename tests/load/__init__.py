"""Many people at once, in real browsers and by Streamlit's protocol: what is lost, doubled or slow under load."""
