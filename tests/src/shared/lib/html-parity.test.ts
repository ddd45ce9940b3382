/**
 * C2: the server's and the browser's sanitizer use the same allow-list, so the browser shows stored HTML
 * unchanged.
 */
import DOMPurify from 'dompurify'
import fc from '#tests/support/property.ts'
import { describe, expect, test } from 'vitest'
import { kitewingCourses } from '#server/demo/content/kitewing/index.ts'
import { ufuqCourses } from '#server/demo/content/ufuq/index.ts'
import { cleanHtml } from '#server/core/security/html.ts'
import { sanitize } from '#src/shared/lib/text/sanitize.ts'
import { payloads, payloadsUpTo } from '#tests/server/community/payloads.ts'

/** Parses the HTML as a browser does: quotes and slashes make no difference. */
const tree = (html: string): string => {
  const body = new DOMParser().parseFromString(`<body>${html}</body>`, 'text/html').body
  for (const element of body.querySelectorAll('*')) {
    const attributes = [...element.attributes].sort((a, b) => a.name.localeCompare(b.name))
    for (const { name } of attributes) element.removeAttribute(name)
    for (const { name, value } of attributes) element.setAttribute(name, value)
  }
  return body.innerHTML
}

/** Without a Trusted Types policy the sanitizer returns plain text. */
const inBrowser = (html: string): string => sanitize(html, 'article') as unknown as string
const sanitizedTree = (html: string) => tree(inBrowser(html))
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
  '<a href="/learn/item/cc-1" target="_top" rel="opener" id="x">x</a>',
  '<a href=" /learn/course/1/2">x</a><a href="/learn/course/1/2/../../admin">x</a>',
]

/**
 * Compares text and kept attributes: a browser may move a misplaced tag, but no word may appear or disappear.
 */
const textAndAttributes = (html: string) => {
  const body = new DOMParser().parseFromString(`<body>${html}</body>`, 'text/html').body
  const attributes = [...body.querySelectorAll('[href],[src],[class]')].flatMap((element) =>
    [...element.attributes].map(({ name, value }) => `${name}=${value}`),
  )
  return [body.textContent, ...attributes.sort()]
}

/** C2 in full with HTML_SOUPS=20000 and FORUM_PAYLOADS=9521; each commit runs a part of it. */
const SOUPS = Number(process.env['HTML_SOUPS'] ?? 300)
const CORPUS = payloadsUpTo(Number(process.env['FORUM_PAYLOADS'] ?? payloads.length))
/** Both sanitizers and three parses; under load they need most of this. */
const MS_PER_RUN = 100

describe('two sanitizers with one allow-list', () => {
  const articles = [...kitewingCourses, ...ufuqCourses].flatMap((course) =>
    course.sections.flatMap(({ topics }) =>
      topics.flatMap(({ items }) => items.flatMap((item) => (item.type === 'article' ? [item.html] : []))),
    ),
  )

  test('shows every demo article as written', () => {
    expect(articles.length).toBeGreaterThan(40)
    const changed = articles.filter((html) => sanitizedTree(stored(html)) !== tree(html))
    expect(changed).toEqual([])
  })

  test.each(HOSTILE)('leaves the browser nothing to remove from %s', (html) => {
    expect(sanitizedTree(stored(html))).toBe(tree(stored(html)))
    expect(sanitizedTree(html)).not.toMatch(/onerror|onload|onclick|javascript|script|svg|iframe|style/i)
  })

  test(
    'C2: leaves the browser nothing to remove from random tags',
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
          expect(textAndAttributes(inBrowser(clean))).toEqual(textAndAttributes(clean))
        }),
        { numRuns: SOUPS },
      )
    },
    Math.max(30_000, SOUPS * MS_PER_RUN),
  )

  test(
    'C2: keeps hostile forum posts stable, with all words and links',
    () => {
      const losesContent = (html: string) =>
        JSON.stringify(textAndAttributes(sanitize(html, 'text') as unknown as string)) !==
        JSON.stringify(textAndAttributes(html))
      const changed = CORPUS.filter((payload) => {
        const clean = cleanHtml(payload, 'text')
        return cleanHtml(clean, 'text') !== clean || losesContent(clean)
      })
      // Control: most of the raw payloads lose something.
      expect(payloads.filter(losesContent).length).toBeGreaterThan(payloads.length / 2)
      expect(changed).toEqual([])
    },
    Math.max(30_000, CORPUS.length * MS_PER_RUN),
  )

  test('control: finds a sanitizer with another list', () => {
    const withOtherList = (html: string) => tree(DOMPurify.sanitize(html, { FORBID_TAGS: ['table'] }))
    const changed = articles.filter((html) => withOtherList(stored(html)) !== tree(html))
    expect(changed.length).toBeGreaterThan(0)
  })
})
