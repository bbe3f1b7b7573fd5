"""What a host reads beside the pages: headers, robots, sitemap."""
