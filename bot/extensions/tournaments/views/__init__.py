"""Views of tournaments: posts, tables, forms and panels."""
