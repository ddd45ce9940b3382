/** TRUST C2: two parsers, one allow-list. What the server stored, the browser's cleaner shows unchanged. */
import DOMPurify from 'dompurify'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { kitewingCourses } from '#server/demo/content/kitewing/index.ts'
import { ufuqCourses } from '#server/demo/content/ufuq/index.ts'
import { cleanHtml } from '#server/core/security/html.ts'
import { sanitize } from '#src/shared/lib/text/sanitize.ts'
import { payloads, payloadsUpTo } from '#tests/server/community/payloads.ts'

/** As a browser reads it: the same tree has the same text, whatever the quotes and slashes were. */
const tree = (html: string): string => {
  const box = new DOMParser().parseFromString(`<body>${html}</body>`, 'text/html').body
  for (const element of box.querySelectorAll('*')) {
    const attributes = [...element.attributes].sort((a, b) => a.name.localeCompare(b.name))
    for (const { name } of attributes) element.removeAttribute(name)
    for (const { name, value } of attributes) element.setAttribute(name, value)
  }
  return box.innerHTML
}

/** Without a Trusted Types policy the cleaner hands out plain text. */
const inBrowser = (html: string): string => sanitize(html, 'article') as unknown as string
const shown = (html: string) => tree(inBrowser(html))
const stored = (html: string) => cleanHtml(html, 'article')

const HOSTILE = [
  '<img src=x onerror=alert(1)>',
  '<svg onload=alert(1)><script>alert(1)</script></svg>',
  '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)></style></mglyph></table></mtext></math>',
  '<a href="javascript&colon;alert(1)">x</a>',
  '<a href="data:text/html,x">x</a>',
  '<a href="https://ok.example" onclick="x()" id="y" style="z">x</a>',
  '<form><input name="attributes"></form>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<p><b><i>unclosed',
  '<ul><li>a<li>b</ul>',
  '<pre><code class="language-python evil">if a &lt; b:\n    pass</code></pre>',
  '<img src="data:image/svg+xml;base64,AAAA"><img src="data:image/png;base64,iVBORw0KGgo=">',
  '<iframe src="https://evil.example"></iframe><object></object><embed>',
  '<template><img src=x onerror=alert(1)></template>',
  '<!--><img src=x onerror=alert(1)>-->',
  '<p dir="auto" lang="ar">مرحبا</p>',
  '<img src="https://a.example/b.png" title="</iframe>" alt="a --> b">',
  '<a href="https://a.example" title="</textarea>x">x</a>',
]

/** Compared as letters and kept attributes: where a browser moves a misplaced tag, no word may come or go. */
const essence = (html: string) => {
  const box = new DOMParser().parseFromString(`<body>${html}</body>`, 'text/html').body
  const kept = [...box.querySelectorAll('[href],[src],[class]')].flatMap((element) =>
    [...element.attributes].map(({ name, value }) => `${name}=${value}`),
  )
  return [box.textContent, ...kept.sort()]
}

/** TRUST C2 in full with HTML_SOUPS=20000 and FORUM_PAYLOADS=9521; a slice of it on each commit. */
const SOUPS = Number(process.env['HTML_SOUPS'] ?? 300)
const CORPUS = payloadsUpTo(Number(process.env['FORUM_PAYLOADS'] ?? payloads.length))
/** Both cleaners and three readings; a machine under load needs most of this for each. */
const MS_EACH = 100

describe('two cleaners, one list', () => {
  const articles = [...kitewingCourses, ...ufuqCourses].flatMap((course) =>
    course.sections.flatMap(({ topics }) =>
      topics.flatMap(({ items }) => items.flatMap((item) => (item.type === 'article' ? [item.html] : []))),
    ),
  )

  test('given every demo article, when stored and shown, then the reader sees all that was written', () => {
    expect(articles.length).toBeGreaterThan(40)
    const changed = articles.filter((html) => shown(stored(html)) !== tree(html))
    expect(changed).toEqual([])
  })

  test.each(HOSTILE)('given %s, when stored, then the browser has nothing left to take away', (html) => {
    expect(shown(stored(html))).toBe(tree(stored(html)))
    expect(shown(html)).not.toMatch(/onerror|onload|onclick|javascript|script|svg|iframe|style/i)
  })

  test(
    'given any soup of tags, when stored, then the browser has nothing left to take away',
    () => {
      const piece = fc.constantFrom(
        ...[
          '<p>',
          '</p>',
          '<ul>',
          '<li>',
          '</ul>',
          '<b>',
          '</b>',
          '<a href="https://a.example">',
          '</a>',
          '<h2>',
        ],
        ...[
          '<svg>',
          '<style>',
          '</style>',
          '<img src="https://a.example/b.png">',
          'text',
          '&lt;',
          '<blockquote>',
        ],
        ...[
          '<pre><code class="language-sql">',
          '</code></pre>',
          '<span onclick="x">',
          '</span>',
          '<!--',
          '-->',
        ],
      )
      fc.assert(
        fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
          const clean = stored(pieces.join(''))
          expect(essence(inBrowser(clean))).toEqual(essence(clean))
        }),
        { numRuns: SOUPS },
      )
    },
    Math.max(30_000, SOUPS * MS_EACH),
  )

  test(
    'given every hostile post of the forum, when stored, then cleaning again changes nothing and the browser takes no word or link away',
    () => {
      const takesAway = (html: string) =>
        JSON.stringify(essence(sanitize(html, 'text') as unknown as string)) !== JSON.stringify(essence(html))
      const changed = CORPUS.filter((payload) => {
        const clean = cleanHtml(payload, 'text')
        return cleanHtml(clean, 'text') !== clean || takesAway(clean)
      })
      // The control: as they were written, most of them lose something.
      expect(payloads.filter(takesAway).length).toBeGreaterThan(payloads.length / 2)
      expect(changed).toEqual([])
    },
    Math.max(30_000, CORPUS.length * MS_EACH),
  )

  test('given a cleaner with another list, when compared, then the difference shows', () => {
    const other = (html: string) => tree(DOMPurify.sanitize(html, { FORBID_TAGS: ['table'] }))
    const changed = articles.filter((html) => other(stored(html)) !== tree(html))
    expect(changed.length).toBeGreaterThan(0)
  })
})
