# The app for a team: `docker compose up` starts it with a proxy in front (docs/deployment.md).
FROM python:3.11-slim
RUN apt-get update && apt-get install -y --no-install-recommends default-jre-headless \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /flinch
COPY requirements.txt requirements-oidc.txt ./
RUN pip install --no-cache-dir -r requirements.txt -r requirements-oidc.txt
COPY . .
RUN useradd --create-home flinch && mkdir /workspace && chown flinch /workspace
USER flinch
ENV FLINCH_WORKSPACE=/workspace FLINCH_TEAM=1
ENV STREAMLIT_SERVER_ADDRESS=0.0.0.0 STREAMLIT_SERVER_HEADLESS=true
VOLUME /workspace
EXPOSE 8501
HEALTHCHECK CMD python -c "import urllib.request as u; u.urlopen('http://127.0.0.1:8501/_stcore/health', timeout=2)"
CMD ["python", "-m", "streamlit", "run", "app.py"]
