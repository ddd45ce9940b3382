import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aPage, cartridgeEntries, type Node, type Part } from '#tests/support/content/cartridge.ts'
import { rawZip } from '#tests/support/content/raw-zip.ts'
import { pngOf } from '../course-builder/picture-files.ts'
import { startBuilderWorld, type BuilderWorld } from '../course-builder/world.ts'
import { packagesOf } from './packages.ts'

let world: BuilderWorld
let packages: ReturnType<typeof packagesOf>
beforeAll(async () => {
  world = await startBuilderWorld()
  packages = packagesOf(world)
})
afterAll(() => world.server.close())

const outline: Node[] = [{ title: 'Week one', children: [{ title: 'Welcome', part: 'welcome' }] }]

const importOf = async (parts: readonly Part[], nodes: readonly Node[] = outline, language = 'en') => {
  const [manifest, ...files] = cartridgeEntries('1.1', 'T', nodes, parts)
  const content = String(manifest?.content).replace(
    '>en</lomimscc:language>',
    `>${language}</lomimscc:language>`,
  )
  const id = await packages.upload(rawZip([{ name: 'imsmanifest.xml', content }, ...files]))
  const report = await packages.inspect(id)
  const { status, body } = await packages.importCourse(id)
  expect([report.refused, status]).toEqual([null, 201])
  const { document } = await world.draft(body.course_id)
  const items = document.sections.flatMap(({ topics }) => topics.flatMap((topic) => topic.items))
  const htmlOf = (title: string) => {
    const found = items.find((item) => item.title === title)?.content
    return found?.type === 'article' ? found.html : ''
  }
  const notes = report.lines.flatMap(({ kind, becomes, title, notes: all }) =>
    all.map(({ code, detail }) => [kind, title, becomes, code, detail]),
  )
  return { courseId: body.course_id, report, document, items, htmlOf, notes }
}

describe('pictures from the web', () => {
  it.each([
    ['en', 'Picture: A knot'],
    ['hi', 'चित्र: A knot'],
    ['ar', 'صورة: A knot'],
  ])('become links that name them, in %s', async (language, text) => {
    const page = aPage(
      'welcome',
      '<p>See <img alt="A knot" src="https://elsewhere.test/a.png?x=1&amp;y=2"> there.</p>',
    )
    const { courseId, htmlOf, notes, report } = await importOf([page], outline, language)
    expect(htmlOf('Welcome')).toContain(
      `<p>See <a href="https://elsewhere.test/a.png?x=1&amp;y=2" rel="nofollow noopener noreferrer ugc" target="_blank">${text}</a> there.</p>`,
    )
    expect(htmlOf('Welcome')).not.toContain('<img')
    expect(notes).toEqual([
      ['picture', 'A knot', 'link', 'web_picture', 'https://elsewhere.test/a.png?x=1&y=2'],
    ])
    expect(report.totals).toContainEqual({
      kind: 'picture',
      in_file: 1,
      will_come: 1,
      changed: 1,
      left_out: 0,
    })
    expect((await world.findings(courseId)).map(({ code }) => code)).not.toContain('web_picture')
  })

  it('keep their name without a description, and their address inside of a link', async () => {
    const page = aPage(
      'welcome',
      '<img src="//elsewhere.test/pictures/my%20knot.png"><a href="https://elsewhere.test/"><img src=http://elsewhere.test/b.png alt=""></a>',
    )
    const { htmlOf } = await importOf([page])
    const html = htmlOf('Welcome')
    expect(html).toMatch(
      /<a href="https:\/\/elsewhere\.test\/pictures\/my%20knot\.png"[^>]*>Picture: my knot\.png \(elsewhere\.test\)<\/a>/,
    )
    expect(html).toMatch(
      /<a href="https:\/\/elsewhere\.test\/"[^>]*>Picture: b\.png \(elsewhere\.test\) \(http:\/\/elsewhere\.test\/b\.png\)<\/a>/,
    )
  })
})

describe('other pictures of a page', () => {
  it('keeps formulas of Canvas, and names pictures that are missing', async () => {
    const page = aPage(
      'welcome',
      '<p><img class="equation_image" data-equation-content="x&lt;\\frac{1}{2}" src="/equation_images/x" alt="LaTeX"> and <img src="gone.png" alt="A map"></p>',
    )
    const { htmlOf, notes } = await importOf([page])
    expect(htmlOf('Welcome')).toBe('<p><code class="language-math">x&lt;\\frac{1}{2}</code> and A map</p>')
    expect(notes).toEqual([['file', 'A map', 'nothing', 'file_missing', 'gone.png']])
  })

  it('stores those of the package', async () => {
    const picture: Part = {
      id: 'pic',
      type: 'webcontent',
      files: [{ name: 'web_resources/a b.png', content: pngOf(), stored: true }],
    }
    const { htmlOf, notes } = await importOf([
      aPage('welcome', "<img src='$IMS-CC-FILEBASE$/a%20b.png' alt='A \"b\"'>"),
      picture,
    ])
    expect(htmlOf('Welcome')).toMatch(
      /<img src="\/files\/7\/course-image\.[a-f0-9]{20}\.png" alt="A &quot;b&quot;"/,
    )
    expect(notes).toEqual([])
  })
})

const FORCED = 'rel="nofollow noopener noreferrer ugc" target="_blank"'

describe('links between pages', () => {
  const nodes: Node[] = [
    {
      title: 'Week one',
      children: [
        { title: 'Welcome', part: 'welcome' },
        { title: 'Folder', children: [{ title: 'Second', part: 'second' }] },
      ],
    },
  ]
  const link = (href: string, text: string) => `<p><a href="${href}">${text}</a></p>`
  const importLinks = (...links: [href: string, text: string][]) =>
    importOf(
      [
        aPage('welcome', links.map(([href, text]) => link(href, text)).join('')),
        aPage('second', link('welcome.html#top', 'Back')),
        aPage('third', '<p>In no module</p>'),
        { id: 'doc', type: 'webcontent', files: [{ name: 'web_resources/paper.pdf', content: '%PDF' }] },
      ],
      nodes,
    )

  it.each([
    ['a wiki page of Canvas', '$WIKI_REFERENCE$/pages/second'],
    ['an encoded reference', '%24WIKI_REFERENCE%24/pages/second?module_item_id=1'],
    ['an object of Canvas', '$CANVAS_OBJECT_REFERENCE$/pages/second'],
    ['a file of the package', '$IMS-CC-FILEBASE$/../wiki_content/second.html'],
    ['a neighbour', 'second.html'],
    ['a path', '../wiki_content/second.html#part'],
  ])('keeps a link to %s', async (_what, href) => {
    const { htmlOf, items, notes } = await importLinks([href, 'Next'])
    const keyOf = (title: string) => items.find((item) => item.title === title)?.key ?? ''
    expect(htmlOf('Welcome')).toBe(`<p><a href="/learn/item/${keyOf('Second')}">Next</a></p>`)
    expect(htmlOf('Second')).toBe(`<p><a href="/learn/item/${keyOf('Welcome')}">Back</a></p>`)
    expect(notes.filter(([kind]) => kind === 'link')).toEqual([])
  })

  it('names each link that is left out, with its reason', async () => {
    const { htmlOf, notes, report } = await importLinks(
      ['https://example.org/', 'Web'],
      ['third.html', 'Third'],
      ['$IMS-CC-FILEBASE$/paper.pdf', 'Paper'],
      ['$WIKI_REFERENCE$/pages/gone', 'Gone'],
      ['javascript:alert(1)', 'Script'],
      ['#part', 'Part'],
    )
    expect(htmlOf('Welcome')).toMatch(
      new RegExp(
        `^<p><a href="https://example.org/" ${FORCED}>Web</a></p><p><a href="/learn/item/cc-\\d+">Third</a></p><p><a>Paper</a></p><p><a>Gone</a></p><p><a>Script</a></p><p><a>Part</a></p>$`,
      ),
    )
    expect(notes.filter(([, title]) => title !== 'third')).toEqual([
      ['page', 'Welcome', 'article', 'link_in_page', '1'],
      ['link', 'Paper', 'nothing', 'link_target_left_out', '$IMS-CC-FILEBASE$/paper.pdf'],
      ['link', 'Gone', 'nothing', 'link_target_missing', '$WIKI_REFERENCE$/pages/gone'],
      ['link', 'Script', 'nothing', 'link_dropped', 'javascript:alert(1)'],
      ['file', '', 'nothing', 'not_supported', 'pdf'],
    ])
    expect(report.totals).toContainEqual({ kind: 'link', in_file: 6, will_come: 3, changed: 0, left_out: 3 })
  })

  it('makes links of embedded pages', async () => {
    const page = aPage(
      'welcome',
      '<iframe title="A film" src="https://films.test/1"></iframe><iframe src="second.html"></iframe>',
    )
    const { htmlOf, notes } = await importOf([page, aPage('second', '<p>2</p>')])
    expect(htmlOf('Welcome')).toMatch(
      new RegExp(
        `^<p><a href="https://films.test/1" ${FORCED}>A film</a></p><p><a href="/learn/item/cc-\\d+">second.html</a></p>$`,
      ),
    )
    expect(notes.filter(([kind]) => kind === 'link').map(([, title, , code]) => [title, code])).toEqual([
      ['A film', 'embed_as_link'],
      ['second.html', 'embed_as_link'],
    ])
  })

  it('lead to pages of the course for authors and for learners', async () => {
    const { courseId } = await importLinks(['second.html', 'Next'], ['third.html', 'Third'])
    type Html = { items: { id: number; title: string; html: string }[] }
    const previewed = await world.ask<{ page: Html }>(
      world.tara,
      'GET',
      `/admin/courses/${courseId}/preview/topics/1/`,
    )
    expect(previewed.body.page.items[0]?.html).toContain(
      `<a href="/learn/preview/${courseId}/2?item=2">Next</a>`,
    )
    const instructors = [{ user_id: world.tara, name: 'Tara Teacher', bio: '' }]
    await world.save(courseId, [{ op: 'course', set: { instructors } }])
    expect((await world.publish(courseId)).status).toBe(200)

    const { body } = await world.detail(courseId, world.tara)
    const topics = body.sections.flatMap((section) => section.topics)
    const pageOf = async (index: number) =>
      (await world.ask<Html>(world.tara, 'GET', `/courses/${courseId}/topics/${topics[index]?.id}/`)).body
        .items[0]
    const [welcome, second, third] = [await pageOf(0), await pageOf(1), await pageOf(2)]
    expect(welcome?.html).toBe(
      `<p><a href="/learn/course/${courseId}/${topics[1]?.id}?item=${second?.id}">Next</a></p>` +
        `<p><a href="/learn/course/${courseId}/${topics[2]?.id}?item=${third?.id}">Third</a></p>`,
    )
    expect((await world.findings(courseId)).map(({ code }) => code)).not.toContain('dead_link')
  })

  it('are reported before publishing when their target was removed', async () => {
    const { courseId, items } = await importLinks(['second.html', 'Next'])
    const second = items.find(({ title }) => title === 'Second')
    await world.save(courseId, [{ op: 'remove', kind: 'item', key: second?.key ?? '' }])
    expect(await world.findings(courseId)).toContainEqual(
      expect.objectContaining({ code: 'dead_link', detail: `/learn/item/${second?.key}` }),
    )
  })
})
