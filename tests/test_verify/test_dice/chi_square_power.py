"""The power of a chi-square test, to prove that a run of dice makes enough rolls."""

from math import ceil, exp, fsum, lgamma, log, sqrt

from verify.dice.statistics import chi_square_sf


def chi_square_power(noncentrality, df, alpha):
    """The chance that a chi-square test at `alpha` sees a departure, `noncentrality` being rolls × Σ (q - p)² / p.

    >>> round(chi_square_power(noncentrality=10, df=5, alpha=0.05), 4)
    0.6774
    """
    critical, half = chi_square_quantile(alpha, df), noncentrality / 2
    middle = round(half)
    reach = ceil(10 * sqrt(half) + 20)
    weights = ((j, exp(j * log(half) - half - lgamma(j + 1))) for j in range(max(0, middle - reach), middle + reach))
    return fsum(weight * chi_square_sf(critical, df + 2 * j) for j, weight in weights)


def chi_square_quantile(upper, df):
    """The chi-square number that is reached with this chance, by halving.

    >>> round(chi_square_quantile(0.05, 1), 9)
    3.841458821
    """
    low, high = 0.0, 1.0
    while chi_square_sf(high, df) > upper:
        low, high = high, high * 2
    for _ in range(80):
        middle = (low + high) / 2
        low, high = (middle, high) if chi_square_sf(middle, df) > upper else (low, middle)
    return high
