/** Templates: drafts, versions, pictures, and what the preview draws. */
import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fieldKinds, type LookField } from '#contract/certificates/look.ts'
import { readPdf } from '#tests/support/documents/read-pdf.ts'
import { createPicturesSweep } from '#server/features/certificates/index.ts'
import { dropStored, fileStore, storedFileExists } from '#server/features/files/index.ts'
import { DAY_MS, startSchool, type School } from './setup.ts'

let at: School
beforeAll(async () => {
  at = await startSchool()
})
afterAll(() => at.close())

const templates = (method: 'GET' | 'POST' | 'PUT', path: string, body?: object) =>
  at.call(at.admin, method, `/admin/certificate-templates${path}`, body)
const look = {
  name: 'Look',
  is_default: false,
  design: 'frame',
  orientation: 'landscape',
  show_seal: true,
  show_criteria: true,
  signatures: [],
} as const
const create = (more: object = {}) =>
  templates('POST', '/', { idempotency_key: randomUUID(), ...look, ...more })
const png = async (background = '#224466') =>
  (
    await sharp({ create: { width: 60, height: 40, channels: 3, background } })
      .png()
      .toBuffer()
  ).toString('base64')
const upload = async () => {
  const { body } = await templates('POST', '/pictures/', { picture: await png() })
  return (body as unknown as { path: string }).path
}
const issuedWith = async (templateId: number, title: string) => {
  const courseId = await at.course(title)
  await at.rule(courseId, { template_id: templateId })
  return at.certified(courseId)
}

describe('a draft', () => {
  it('changes nothing for learners until it is published', async () => {
    const { body } = await create({ name: 'Drafted' })
    const id = Number(body['id'])
    const saved = await templates('PUT', `/${id}/draft/`, { draft_number: 0, ...look, design: 'bold' })
    expect(saved.body).toMatchObject({
      design: 'frame',
      version: 1,
      draft_number: 1,
      draft: { design: 'bold' },
    })
    const { userId } = await issuedWith(id, 'With a draft')
    expect((await at.own(userId)).earned).toMatchObject([{ design: 'frame' }])
    const published = await templates('PUT', `/${id}/`, { version: 1, ...look, design: 'bold' })
    expect(published.body).toMatchObject({ design: 'bold', version: 2, draft: null, draft_number: 2 })
    expect((await at.own(userId)).earned).toMatchObject([{ design: 'frame' }])
    expect((await templates('GET', `/${id}/versions/`)).body).toMatchObject({
      versions: [
        { version: 2, design: 'bold', issued: 0 },
        { version: 1, design: 'frame', issued: 1 },
      ],
    })
  })

  it('of a new template issues nothing, not even as the default', async () => {
    const made = await create({ name: 'Only a draft', is_default: true, publish: false, design: 'modern' })
    expect(made.body).toMatchObject({ version: 0, published_at: null, is_default: false, design: 'modern' })
    const id = Number(made.body['id'])
    const { userId } = await issuedWith(id, 'Without a version')
    expect((await at.own(userId)).earned).toMatchObject([{ design: 'classic' }])
    const published = await templates('PUT', `/${id}/`, {
      version: 0,
      ...look,
      name: 'Now',
      design: 'modern',
    })
    expect(published.body).toMatchObject({ version: 1, name: 'Now', draft: null })
  })

  it('is not saved over a newer one', async () => {
    const { body } = await create({ name: 'Two editors' })
    const save = () => templates('PUT', `/${body['id']}/draft/`, { draft_number: 0, ...look })
    const answers = await Promise.all([save(), save(), save()])
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409, 409])
  })
})

describe('pictures of a template', () => {
  it('are encoded again and drawn', async () => {
    const hidden = Buffer.from(await png(), 'base64')
    const { body } = await templates('POST', '/pictures/', {
      picture: Buffer.concat([hidden, Buffer.from('<script>')]).toString('base64'),
    })
    const path = (body as unknown as { path: string }).path
    expect(path).toMatch(/^\/files\/7\/certificate-picture\.[a-f0-9]{20}\.png$/)
    const drawn = (more: object) => preview({ ...more })
    const plain = await drawn({})
    expect(await drawn({ background: path })).not.toBe(plain)
    expect(await drawn({ signatures: [{ name: 'Dr. Mehta', role: '', picture: path }] })).not.toBe(
      await drawn({ signatures: [{ name: 'Dr. Mehta', role: '' }] }),
    )
  })

  it.each([
    ['no picture', async () => 'bm8gcGljdHVyZQ'],
    ['an SVG', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64')],
    [
      'a WebP',
      async () =>
        (
          await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
            .webp()
            .toBuffer()
        ).toString('base64'),
    ],
  ])('are refused: %s', async (_name, picture) => {
    expect((await templates('POST', '/pictures/', { picture: await picture() })).status).toBe(422)
  })

  it('are only those that were uploaded for templates, of the own client', async () => {
    const own = await upload()
    expect((await create({ name: 'Own', background: own })).status).toBe(201)
    for (const path of [
      own.replace('/files/7/', '/files/8/'),
      own.replace(/\.[a-f0-9]{20}\./, `.${'0'.repeat(20)}.`),
      '/files/7/resume-1.0123456789abcdef0123.png',
      'https://elsewhere.test/picture.png',
    ])
      expect((await create({ name: 'Foreign', background: path })).status, path).toBe(422)
  })
})

describe('pictures that no template uses', () => {
  const sweep = () => {
    const files = fileStore(at.server.core.config)
    return createPicturesSweep(at.server.core, (clientId, path) => dropStored(files, clientId, path)).look()
  }
  const later = async (days: number, work: () => Promise<void>) => {
    const before = at.clock.now()
    at.clock.set(new Date(before.getTime() + days * DAY_MS))
    await work()
    at.clock.set(before)
  }
  const isStored = (path: string) => storedFileExists(fileStore(at.server.core.config), 7, path)
  const paint = async (colour: string) => {
    const { body } = await templates('POST', '/pictures/', { picture: await png(colour) })
    return (body as unknown as { path: string }).path
  }

  it('are removed two days after their upload, not earlier', async () => {
    const path = await paint('#101010')
    await later(1, async () => {
      await sweep()
      expect(await isStored(path)).toBe(true)
    })
    await later(3, async () => {
      expect(await sweep()).toBeGreaterThan(0)
      expect(await isStored(path)).toBe(false)
      expect((await create({ name: 'Too late', background: path })).status).toBe(422)
    })
  })

  it('are not those of a version, former ones too, nor of a draft', async () => {
    const [former, published, drafted, signed] = [
      await paint('#202020'),
      await paint('#303030'),
      await paint('#404040'),
      await paint('#505050'),
    ]
    const { body } = await create({ name: 'Pictured', background: former })
    const signatures = [{ name: 'Dr. Mehta', role: '', picture: signed }]
    await templates('PUT', `/${body['id']}/`, { version: 1, ...look, background: published, signatures })
    await templates('PUT', `/${body['id']}/draft/`, { draft_number: 1, ...look, background: drafted })
    const kept = () => Promise.all([former, published, drafted, signed].map(isStored))
    await later(3, async () => {
      await sweep()
      expect(await kept()).toEqual([true, true, true, true])
      // The draft is thrown away.
      await templates('PUT', `/${body['id']}/`, { version: 2, ...look })
      await sweep()
      expect(await kept()).toEqual([true, true, false, true])
    })
  })

  it('are kept by a template that is saved while the sweep runs', async () => {
    const path = await paint('#606060')
    await later(3, async () => {
      const [saved] = await Promise.all([create({ name: 'In time', background: path }), sweep(), sweep()])
      expect(await isStored(path)).toBe(saved.status === 201)
    })
  })
})

const preview = async (more: object): Promise<string> => {
  const { name: _name, is_default: _isDefault, ...drawn } = look
  const answer = await templates('POST', '/preview/', {
    ...drawn,
    recipient_name: 'अनन्या Rao أحمد',
    title: 'Data basics',
    ...more,
  })
  expect(answer.status).toBe(200)
  return (answer.body as unknown as { file: string }).file
}
/** Every field, below each other. */
const inRows = (): LookField[] =>
  fieldKinds.map((kind, row) => ({
    kind,
    x: 100,
    y: 20 + row * 75,
    width: 700,
    height: 70,
    size: 12,
    face: 'sans',
    is_bold: false,
    align: 'start',
    colour: 'ink',
  }))
const textOf = async (more: object) =>
  readPdf(Buffer.from((await preview({ as: 'pdf', ...more })).split(',')[1] ?? '', 'base64'))

describe('the preview', () => {
  it('is drawn by the server as a picture or as the PDF itself, and stores nothing', async () => {
    const count = async () => (await at.query('select 1 from certificate_template')).length
    const before = await count()
    const picture = await preview({})
    expect(picture.slice(0, 22)).toBe('data:image/png;base64,')
    expect(Buffer.from(picture.slice(22), 'base64').subarray(1, 4).toString()).toBe('PNG')
    expect(await textOf({})).toMatchObject({ pages: 1, isTagged: true })
    expect(await count()).toBe(before)
  })

  it('has the texts of the language, and the standard ones where there are none', async () => {
    const texts = { en: { heading: 'Well done', before: '', after: 'finished' } }
    const english = (await textOf({ texts, language: 'en' })).title
    expect(english).toMatch(/^Well done: /)
    expect((await textOf({ texts, language: 'en' })).text).toContain('This certifies that')
    expect((await textOf({ texts, language: 'ar' })).title).toMatch(/^شهادة إتمام: /)
  })

  it('places fields where the template says, on one page with its headings in order', async () => {
    const fields = inRows()
    for (const language of ['en', 'ar']) {
      const facts = await textOf({ fields: fields.toReversed(), language })
      expect(facts).toMatchObject({ pages: 1, isTagged: true, language })
      expect(facts.roles.filter((role) => /^H\d$/.test(role))).toEqual(['H1', 'H2', 'H3'])
      expect(facts.text.replaceAll(' ', '')).toContain('2345-6789-ABCD-EFGH')
    }
    const moved = fields.map((field) => (field.kind === 'recipient' ? { ...field, y: field.y + 30 } : field))
    expect(await preview({ fields: moved })).not.toBe(await preview({ fields }))
  })

  const without = (kind: LookField['kind']) => (fields: LookField[]) =>
    fields.filter((field) => field.kind !== kind)
  it.each<[string, (fields: LookField[]) => LookField[]]>([
    ['the name', without('recipient')],
    ['the QR code', without('qr')],
    ['the number', without('check')],
    [
      'its place on the page',
      ([first, ...rest]) => (first ? [{ ...first, x: 900, width: 300 }, ...rest] : rest),
    ],
    ['one place for each field', ([first, ...rest]) => (first ? [first, first, ...rest] : rest)],
  ])('refuses fields without %s', async (_name, change) => {
    const answer = await create({ name: 'Wrong', fields: change(inRows()) })
    expect(answer.status).toBe(422)
  })
})
