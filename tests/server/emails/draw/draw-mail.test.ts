/** The mail of a campaign: every language, nothing from a person or an author becomes markup. */
import { describe, expect, it } from 'vitest'
import { problemsOf, type MailContent } from '#contract/emails/content.ts'
import type { Language } from '#contract/languages.ts'
import { drawMail, valuesOf } from '#server/features/emails/draw/draw-mail.ts'

const ID = '0b9f4a0e-7f0e-4c39-9a57-6a1b5d1f0c01'
const block = (kind: MailContent['blocks'][number]['kind'], words: string, url = '') => ({
  id: ID,
  kind,
  text: { en: words, hi: words, ar: words },
  url,
})
const mailOf = (
  blocks: MailContent['blocks'],
  { language = 'en' as Language, name = 'Asha Rao', subject = 'Hi {{first_name}}' } = {},
) =>
  drawMail({
    content: { subject: { [language]: subject }, preview_text: {}, blocks },
    language,
    values: valuesOf({ name, email: 'asha@example.test' }, 'Kite & Co'),
    unsubscribeUrl: 'https://learn.example.org/unsubscribe/x/',
    theme: 'auto',
  })

describe('a campaign mail', () => {
  it('fills variables, and takes the fallback for a person without a name', () => {
    const text = [block('text', 'Dear {{name|friend}} of {{academy}}')]
    expect(mailOf(text).text).toContain('Dear Asha Rao of Kite & Co')
    expect(mailOf(text, { name: '' }).text).toContain('Dear friend of Kite & Co')
    expect(mailOf(text).subject).toBe('Hi Asha')
    expect(mailOf(text).html).toContain('Kite &#38; Co')
  })

  it('writes no markup of people or authors', () => {
    const hostile = '<script>alert(1)</script>" onload="x'
    const { html } = mailOf(
      [
        block('heading', hostile),
        block('text', `${hostile} {{name}} [${hostile}](https://x.test) {{name|<b>}}`),
        block('button', hostile, 'https://x.test/?a=1&b=2'),
        block('picture', `${hostile} {{name}}`, 'https://x.test/a.png'),
      ],
      { name: hostile, subject: `${hostile} {{name}}` },
    )
    expect(html).not.toContain('<script')
    expect(html).not.toContain('" onload')
    expect(html).not.toContain('<b>')
    // Control: markup of the product itself would be found.
    expect(html).toContain('<h1')
    expect(html).toContain('href="https://x.test/?a=1&#38;b=2"')
  })

  it('links to https addresses only', () => {
    const { html } = mailOf([
      block('text', '[a](javascript:alert(1)) [b](http://x.test) [c](https://x.test/c)'),
      block('button', 'Go', 'javascript:alert(1)'),
      block('picture', 'See', 'http://x.test/a.png'),
    ])
    const links = [...html.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, address]) => address)
    expect(links).toEqual(['https://x.test/c', 'https://learn.example.org/unsubscribe/x/'])
  })

  it('reads from the right in Arabic, and has dark colours', () => {
    const { html, text } = mailOf([block('text', 'مرحبا')], { language: 'ar' })
    expect(html).toContain('<html lang="ar" dir="rtl">')
    expect(html).toContain('text-align:right')
    expect(html).toContain('prefers-color-scheme:dark')
    expect(text).toContain('إلغاء الاشتراك')
    expect(mailOf([block('text', 'Hello')]).html).not.toContain('rtl')
  })
})

describe('what is missing', () => {
  const codes = (content: MailContent) => problemsOf(content).map(({ code }) => code)
  const whole: MailContent = {
    subject: { en: 'S' },
    preview_text: {},
    blocks: [{ ...block('text', ''), text: { en: 'T' } }],
  }

  it('is nothing for one complete language', () => expect(codes(whole)).toEqual([]))

  it('is told: blocks, half a language, addresses, variables', () => {
    expect(codes({ ...whole, blocks: [] })).toEqual(['no_blocks'])
    expect(codes({ ...whole, subject: {} })).toEqual(['no_complete_language'])
    expect(codes({ ...whole, subject: { en: 'S', hi: 'स' } })).toEqual(['unfinished_language'])
    expect(codes({ ...whole, subject: { en: 'S {{nmae}}' } })).toEqual(['variable_unknown'])
    const button = { ...block('button', ''), text: { en: 'Go' }, url: 'http://x.test' }
    expect(codes({ ...whole, blocks: [button] })).toEqual(['address_missing'])
  })
})
