"""Shares by a mixed-effects model: a logistic regression with a random effect for each person, each item, and each
source that several items were made of."""

import warnings
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.errors import MissingResource
from core.metrics.estimate import Estimate, same_length
from core.metrics.study_results.crossed import numbered

Floats = NDArray[np.float64]
Numbers = NDArray[np.int64]
DRAWS = 2_000  # of the posterior, for an interval
PRIOR_SD = 3.0  # of a group's log-odds: 95 % of what is expected lies between a share of .003 and .997
LEAST = 2  # people, and items, below which their spread can't be told
NODES, WEIGHTS = np.polynomial.hermite_e.hermegauss(20)


@dataclass(frozen=True, slots=True)
class MixedShares:
    """`shares` are those of each group over all people and items like these; the standard deviations of the random
    effects are in log-odds, that of sources 0 where each item has its own. `why_not` says why there are no shares, ""
    where there are."""

    shares: Mapping[Hashable, Estimate]
    person_sd: float = 0.0
    item_sd: float = 0.0
    source_sd: float = 0.0
    why_not: str = ""


@dataclass(frozen=True, slots=True)
class _Rows:
    """The judgements as numbers: 1 or 0, the group, and of each kind of random effect which one it has."""

    hits: Floats
    group: Numbers
    kinds: tuple[Numbers, ...]

    @property
    def groups(self) -> int:
        """How many groups there are."""
        return int(self.group.max()) + 1

    @property
    def sizes(self) -> list[int]:
        """How many people there are, how many items, and sources where they count."""
        return [int(kind.max()) + 1 for kind in self.kinds]

    @property
    def effects(self) -> Floats:
        """A column for each person, then for each item, then for each source."""
        return np.hstack([np.eye(size)[kind] for size, kind in zip(self.sizes, self.kinds, strict=True)])


def mixed_shares(
    hits: Sequence[bool],
    groups: Sequence[Hashable],
    people: Sequence[Hashable],
    items: Sequence[Hashable],
    sources: Sequence[Hashable] = (),
) -> MixedShares:
    """Each group's share, for a person and an item drawn at random, with a 95 % interval; all groups in one model.

    `sources` say what each item was made of, () that each has its own; where several items share one, sources have
    random effects beside those of the items.

    The model is `statsmodels`' BinomialBayesMixedGLM fitted by variational Bayes. Its own intervals take the effects
    for independent of each other and held the truth in only 75-93 % of simulated studies: the intervals here take the
    covariance of the groups' log-odds from the curvature at the estimate (Laplace), the spread of the effects from the
    fit, and as many degrees of freedom as there are people, items or sources, whichever are fewest, less one; `python
    cli.py bench intervals` simulates nine kinds of studies, in which they cover 95-100 %, and the shares are off by
    less than .01. A share differs from the raw one where groups were judged by other people. Raises MissingResource
    without `statsmodels`.
    """
    sources = sources or items
    for other in (groups, people, items, sources):
        same_length(len(hits), len(other))
    if why := _why_not_estimable(hits, people, sources):
        return MixedShares({}, why_not=why)
    shared = len(set(sources)) < len(set(items))
    kinds = [numbered(people), numbered(items), *([numbered(sources)] if shared else [])]
    rows = _Rows(np.array(hits, dtype=float), numbered(groups), tuple(kinds))
    fit = _fit_model(rows)
    estimates = _posterior_shares(rows, fit)
    names = list(dict.fromkeys(groups))
    person_sd, item_sd, source_sd = [*map(float, np.exp(fit.vcp_mean)), 0.0][:3]
    return MixedShares(dict(zip(names, estimates, strict=True)), person_sd, item_sd, source_sd)


def _why_not_estimable(hits: Sequence[bool], people: Sequence[Hashable], items: Sequence[Hashable]) -> str:
    if len(set(people)) < LEAST or len(set(items)) < LEAST:
        return "it needs judgements by at least two people on at least two items"
    return "" if len(set(hits)) > 1 else "all judgements are the same"


def _fit_model(rows: _Rows) -> Any:
    """The fit, from a start that rests on the data alone, so that the same judgements give the same figures."""
    try:
        from scipy.sparse import csr_matrix
        from statsmodels.genmod.bayes_mixed_glm import BinomialBayesMixedGLM
    except ImportError as error:
        raise MissingResource("The mixed model needs statsmodels; install it with: pip install statsmodels") from error
    sizes = rows.sizes
    kinds = np.repeat(range(len(sizes)), sizes)
    columns = np.eye(rows.groups)[rows.group]
    model = BinomialBayesMixedGLM(rows.hits, columns, csr_matrix(rows.effects), kinds, vcp_p=1.0, fe_p=PRIOR_SD)
    rates = (np.bincount(rows.group, rows.hits) + 0.5) / (np.bincount(rows.group) + 1)
    start = np.concatenate([np.log(rates / (1 - rates)), np.full(len(sizes), -0.3), np.zeros(sum(sizes))])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return model.fit_vb(mean=start, sd=np.full(len(start), 0.5), fit_method="L-BFGS-B")


def _posterior_shares(rows: _Rows, fit: Any) -> list[Estimate]:
    """The share of each group: the middle of the draws, and where 95 % of them lie."""
    groups, freedom = rows.groups, min(rows.sizes) - 1
    random = np.random.default_rng(0)
    stretched = np.sqrt(freedom / random.chisquare(freedom, DRAWS))  # Student's t in many dimensions
    noise = random.standard_normal((DRAWS, groups)) * stretched[:, None]
    odds = fit.fe_mean + noise @ np.linalg.cholesky(_covariance(rows, fit)).T
    spreads = np.exp(2 * (fit.vcp_mean + fit.vcp_sd * random.standard_normal((DRAWS, len(rows.kinds))))).sum(axis=1)
    drawn = _marginal_shares(odds, np.sqrt(spreads)[:, None])
    low, middle, high = np.quantile(drawn, (0.025, 0.5, 0.975), axis=0)
    counts = np.bincount(rows.group)
    return [Estimate(float(middle[at]), int(counts[at]), float(low[at]), float(high[at])) for at in range(groups)]


def _covariance(rows: _Rows, fit: Any) -> Floats:
    """That of the groups' log-odds: all effects' curvature at the estimate, turned round, the effects left out."""
    from scipy.special import expit

    groups = rows.groups
    columns = np.hstack([np.eye(groups)[rows.group], rows.effects])
    rates = expit(columns @ np.concatenate([fit.fe_mean, fit.vc_mean]))
    priors = np.repeat([PRIOR_SD**-2, *np.exp(-2 * fit.vcp_mean)], [groups, *rows.sizes])
    curvature = columns.T @ ((rates * (1 - rates))[:, None] * columns) + np.diag(priors)
    return np.asarray(np.linalg.inv(curvature)[:groups, :groups])


def _marginal_shares(odds: Floats, spread: Floats) -> Floats:
    """The mean share where log-odds have this standard deviation between people and items (Gauss-Hermite)."""
    from scipy.special import expit

    shares = expit(odds[..., None] + spread[..., None] * NODES)
    return np.asarray(shares @ (WEIGHTS / WEIGHTS.sum()))
