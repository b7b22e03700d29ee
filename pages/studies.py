"""Studies: ask people what perturbed texts still say, from the design to the figures."""

from data.study.studies import Studies
from pages.ui.shell.session import store, workspace
from pages.ui.studies.choice import NEW, choose_study, say_in_address
from pages.ui.studies.design.new_study import draw_new_study
from pages.ui.studies.running.study_run import draw_study
from pages.ui.study.preview import draw_preview

store()
chosen = choose_study(Studies(workspace()))
if chosen == NEW:
    draw_new_study()
else:
    draw_study(Studies(workspace()).open(chosen), draw_preview)
say_in_address(chosen)
