interface Page {
  /** Escaped, as all others. */
  title: string
  head: string
  body: string
  foot: string
}

/**
 * The page around the parts of a mail. It loads nothing, because a picture that is loaded tells its server who reads and
 * when. Styles are inline, as mail programs drop others; the sheet has only what a dark ground needs.
 */
export function mailPage({ title, head, body, foot }: Page): string {
  return `<!doctype html>
<html lang="en" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no">
<title>${title}</title>
<style>
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
.ground { background: #12181b !important; }
.card { background: #1e262a !important; border-color: #36424a !important; }
.words { color: #eef2f4 !important; }
.muted { color: #b6c2c8 !important; }
.shown { background: #2b353b !important; }
.quote { border-color: #5d6b73 !important; }
.button { border-color: #8a979e !important; }
}
</style>
</head>
<body class="ground" style="margin:0;padding:0;background:#f3f6f7;-webkit-text-size-adjust:100%">
<div class="ground" role="article" aria-label="${title}" style="padding:24px 8px;background:#f3f6f7;font-family:system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif">
<div class="card" style="box-sizing:border-box;max-width:600px;margin:0 auto;padding:24px;border:1px solid #dde5e8;border-radius:10px;background:#ffffff;text-align:left">
${head}
${body}
</div>
<div style="box-sizing:border-box;max-width:600px;margin:0 auto;padding:8px 24px 0;text-align:left">
${foot}
</div>
</div>
</body>
</html>
`
}
