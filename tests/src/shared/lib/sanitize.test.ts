import fc from '#tests/support/property.ts'
import { describe, expect, it } from 'vitest'
import type { HtmlKind } from '#contract/text/html.ts'
import { cleanHtml } from '#server/core/security/html.ts'
import { sanitize } from '#src/shared/lib/text/sanitize.ts'

const sanitized = (html: string, kind: HtmlKind) => `${sanitize(html, kind) as unknown as string}`
/** Parses the HTML as a page does: spelling differences (`<br />`, attribute order) do not count. */
const parsed = (html: string): string => {
  const template = document.createElement('template')
  template.innerHTML = html
  for (const element of template.content.querySelectorAll('*')) {
    const attributes = [...element.attributes].toSorted((a, b) => (a.name < b.name ? -1 : 1))
    for (const { name } of attributes) element.removeAttribute(name)
    for (const { name, value } of attributes) element.setAttribute(name, value)
  }
  return template.innerHTML
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
  '<p>H<sub>2</sub>O x<sup>2</sup></p>',
]

const tag = fc.constantFrom(
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

describe('sanitize', () => {
  it.each(corpus)("agrees with the server's sanitizer on %s", (html) => {
    for (const kind of ['text', 'article'] as const)
      expect(parsed(sanitized(html, kind))).toBe(parsed(cleanHtml(html, kind)))
  })

  it('changes nothing in random tags that the server sanitized', () => {
    fc.assert(
      fc.property(fc.array(tag, { maxLength: 12 }), (pieces) => {
        const stored = cleanHtml(pieces.join(''), 'article')
        expect(parsed(sanitized(stored, 'article'))).toBe(parsed(stored))
      }),
    )
  })

  it('leaves nothing dangerous in random unsanitized tags', () => {
    fc.assert(
      fc.property(fc.array(tag, { maxLength: 12 }), (pieces) => {
        expect(sanitized(pieces.join(''), 'article')).not.toMatch(DANGER)
      }),
    )
  })

  it('control: finds the danger in raw HTML', () => {
    expect(parsed('<img src=x onerror=alert(1)>')).toMatch(DANGER)
  })
})
