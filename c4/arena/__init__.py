"""The arena: matches, tournaments, and how strong an agent is against perfect play.  Importing it loads nothing heavy."""
