import { deflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { pdfProblem } from '#server/core/pdf/check-pdf.ts'
import { pdfOf, resumeObjects, resumePdf } from '#server/demo/content/resume-pdf.ts'

const lines = ['Skills: HTML/CSS/JavaScript, /Launch of products', 'obj, endobj, trailer (and more']
const objects = () => resumeObjects('Asha Rao', lines)
const withAction = (action: string) =>
  pdfOf([`<< /Type /Catalog /Pages 2 0 R /OpenAction ${action} >>`, ...objects().slice(1)])

/** Objects packed into a compressed stream, as every newer program writes them. */
const packed = (content: readonly string[], filter = '/Filter /FlateDecode') => {
  const offsets: number[] = []
  let body = ''
  for (const object of content) {
    offsets.push(body.length)
    body += `${object} `
  }
  const head = `${offsets.map((offset, index) => `${index + 20} ${offset}`).join(' ')} `
  const data =
    filter === '' ? Buffer.from(head + body, 'latin1') : deflateSync(Buffer.from(head + body, 'latin1'))
  return `<< /Type /ObjStm /N ${content.length} /First ${head.length} ${filter} /Length ${data.length} >>\nstream\n${data.toString('latin1')}\nendstream`
}

describe('check of PDF files', () => {
  it('accepts a résumé, whatever its text says', async () => {
    expect(await pdfProblem(resumePdf('Asha Rao', lines))).toBeNull()
  })

  it('accepts objects in compressed streams', async () => {
    const [catalog = '', pages = '', page = '', ...rest] = objects()
    expect(await pdfProblem(pdfOf([...rest, packed([catalog, pages, page])]))).toBeNull()
  })

  it.each([
    ['an empty file', Buffer.from('')],
    ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, ...Array(200).fill(0)])],
    ['a page of HTML', Buffer.from('<html><script>alert(1)</script></html>')],
    ['a header alone', Buffer.from('%PDF-1.7\nstartxref\n0\n%%EOF')],
    ['the first half of a résumé', resumePdf('Asha Rao', lines).subarray(0, 400)],
  ])('refuses %s', async (_name, bytes) => {
    expect(await pdfProblem(bytes)).toBe('not_a_pdf')
  })

  it.each([
    ['a password', pdfOf(objects(), '/Encrypt 9 0 R ')],
    ['a password, spelt with escapes', pdfOf(objects(), '/Encr#79pt 9 0 R ')],
  ])('refuses a file with %s', async (_name, bytes) => {
    expect(await pdfProblem(bytes)).toBe('encrypted_file')
  })

  const script = '<< /S /JavaScript /JS (app.alert\\(1\\)) >>'
  it.each([
    ['a script', withAction(script)],
    ['a script, spelt with escapes', withAction('<< /S /J#61vaScript /JS (1) >>')],
    ['a program to start', withAction('<< /S /Launch /F (calc.exe) >>')],
    ['a form that sends itself', withAction('<< /S /SubmitForm /F (https://example.test) >>')],
    ['a script in a compressed stream', pdfOf([...objects(), packed(['<< /A 1 >>', script])])],
    ['a script in a plain object stream', pdfOf([...objects(), packed([script], '')])],
    [
      'a script behind a string that never ends',
      pdfOf([...objects().slice(0, 4), '(never closed', ...objects().slice(4), script]),
    ],
    [
      'a script inside of what looks like a picture',
      pdfOf([...objects(), `<< /Length 99 >>\nstream\nendstream (\n77 0 obj\n${script}\nendobj\nendstream`]),
    ],
    ['a script behind a comment', pdfOf([...objects(), `% ( [ <<\n<< /A << /S /JavaScript >> >>`])],
  ])('refuses a file with %s', async (_name, bytes) => {
    expect(await pdfProblem(bytes)).toBe('active_file')
  })

  it('refuses an object stream with a filter that it does not read', async () => {
    const hidden = packed(['<< /A 1 >>'], '/Filter [/ASCIIHexDecode /FlateDecode]')
    expect(await pdfProblem(pdfOf([...objects(), hidden]))).toBe('not_a_pdf')
  })

  it('gives up on a file that inflates without end', async () => {
    const bomb = deflateSync(Buffer.alloc(60_000_000, 32)).toString('latin1')
    const stream = `<< /Type /ObjStm /N 1 /First 4 /Filter /FlateDecode >>\nstream\n${bomb}\nendstream`
    expect(await pdfProblem(pdfOf([...objects(), stream]))).toBe('not_a_pdf')
  })

  it('gives up on a file of objects inside of each other', async () => {
    const started = Date.now()
    expect(
      await pdfProblem(Buffer.concat([resumePdf('A', []), Buffer.from('1 0 obj('.repeat(300_000))])),
    ).toBe('not_a_pdf')
    expect(Date.now() - started).toBeLessThan(6_000)
  })
})
