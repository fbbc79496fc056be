"""Parts of reports: grouped findings, excerpts, tables, codebases side by side, the impact of house rules."""
