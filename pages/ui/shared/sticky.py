"""A column that stays in view while the one beside it scrolls, where there is room for both."""

STICKY = "sticky-"
"""How the key of the column's only container begins."""
STYLE = f"""<style>@media (min-width:641px) and (min-height:480px){{
.stColumn:has(>div>div>[class*=st-key-{STICKY}])>div{{
position:sticky;top:4.5rem;max-height:calc(100vh - 5.5rem);overflow-y:auto;flex:none;height:fit-content}}
}}</style>"""
