"""The colours and the stylesheet of the window."""
