"""Why a choice is wrong: counterfactuals, refutations, punishing cards, themes."""
