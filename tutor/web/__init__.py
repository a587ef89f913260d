"""The Flask app: one blueprint per use, thin views, the JSON API."""

from tutor.web.app import create_app

__all__ = ["create_app"]
