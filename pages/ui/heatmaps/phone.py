"""Heatmaps on a telephone: a line under the title says what the chosen cell has, for its flips stand far below."""

CHOSEN = "heatmap-chosen"
STYLE = f"""<style>
@media (max-width:640px){{.st-key-view [role=radiogroup]{{flex-wrap:wrap}}}}
@media (min-width:641px){{[data-testid=stLayoutWrapper]:has(>.st-key-{CHOSEN}){{display:none}}}}
</style>"""
