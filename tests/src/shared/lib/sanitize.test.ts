import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { HtmlKind } from '#contract/text/html.ts'
import { cleanHtml } from '#server/core/security/html.ts'
import { sanitize } from '#src/shared/lib/text/sanitize.ts'

const shown = (html: string, kind: HtmlKind) => `${sanitize(html, kind) as unknown as string}`
/** As a page would read it: spelling differences (`<br />`, attribute order) are none. */
const read = (html: string): string => {
  const box = document.createElement('template')
  box.innerHTML = html
  for (const element of box.content.querySelectorAll('*')) {
    const attributes = [...element.attributes].toSorted((a, b) => (a.name < b.name ? -1 : 1))
    for (const { name } of attributes) element.removeAttribute(name)
    for (const { name, value } of attributes) element.setAttribute(name, value)
  }
  return box.innerHTML
}

const corpus = [
  '<p>Hi <b>there</b></p>',
  '<script>alert(1)</script>x',
  '<style>p{}</style>x',
  '<svg><script>alert(1)</script></svg>x',
  '<iframe src="https://x"></iframe>x',
  '<p id="a" name="b" class="c" style="d" data-e="f" aria-label="g" onclick="h">x</p>',
  '<a href="https://a.example/?b=1">x</a>',
  '<a href="mailto:a@b.example" title="t">x</a>',
  '<a href="javascript:alert(1)">x</a>',
  '<a href=" jAvA&#10;script:alert(1)">x</a>',
  '<a href="//evil.example">x</a>',
  '<a href="/courses">x</a>',
  '<a href="https://a.example" rel="opener" target="_self">x</a>',
  '<img src="https://a.example/b.png" alt="c" onerror="d">',
  '<img src="/files/7/a.0123.webp">',
  '<img src="/files/../x">',
  '<img src="http://a.example/b.png">',
  '<img src="data:image/png;base64,AAAA">',
  '<img src="data:image/svg+xml;base64,AAAA">',
  '<img src="data:text/html;base64,AAAA">',
  '<pre><code class="language-sql evil">x</code></pre>',
  '<code class="evil">x</code>',
  '1 < 2 & 3',
  '<p>नमस्ते مرحبا</p>',
  '<h1>a</h1><h2>b</h2><ul><li>c</li></ul><blockquote>d</blockquote>',
  '<figure><table><tbody><tr><th>a</th><td>b</td></tr></tbody></table><figcaption>c</figcaption></figure>',
]

const piece = fc.constantFrom(
  '<p>',
  '</p>',
  '<b>',
  '</b>',
  '<a href="https://x.example">',
  '<a href="javascript:alert(1)">',
  '</a>',
  '<img src="https://x.example/a.png" onerror="alert(1)">',
  '<img src=x onerror=alert(1)>',
  '<svg onload=alert(1)>',
  '</svg>',
  '<code class="language-js x">',
  '</code>',
  '<script>',
  '</script>',
  '<ul><li>',
  '&lt;script&gt;',
  'text',
)
const DANGER = /<script|onerror|onload|javascript:|<svg|<iframe|style=/i

describe('HTML shown in the page', () => {
  it.each(corpus)('given %s, when the two cleaners read it, then they let the same through', (html) => {
    for (const kind of ['text', 'article'] as const)
      expect(read(shown(html, kind))).toBe(read(cleanHtml(html, kind)))
  })

  it('given any tag soup the server let through, when shown, then the page changes nothing of it', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const stored = cleanHtml(pieces.join(''), 'article')
        expect(read(shown(stored, 'article'))).toBe(read(stored))
      }),
    )
  })

  it('given any tag soup, when shown uncleaned by anybody before, then nothing dangerous is left', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        expect(shown(pieces.join(''), 'article')).not.toMatch(DANGER)
      }),
    )
  })

  it('given the same soup raw, when looked at, then the danger would be there', () => {
    expect(read('<img src=x onerror=alert(1)>')).toMatch(DANGER)
  })
})
