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
