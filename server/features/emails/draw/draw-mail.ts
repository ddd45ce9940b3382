/**
 * One campaign mail: subject, HTML and plain text from the same blocks. Tables and inline styles, because mail programs
 * know little else; the style sheet in the head only adds dark colours.
 */
import {
  fillVariables,
  isMailAddress,
  type Block,
  type MailContent,
  type VariableValues,
} from '#contract/emails/content.ts'
import { directionOf, type Language } from '#contract/languages.ts'
import { escapeHtml } from '#server/core/text/escape-html.ts'
import { paragraphHtml, paragraphsOf, plainText } from './inline.ts'
import { campaignTexts } from './texts.ts'

export interface MailToDraw {
  content: MailContent
  language: Language
  values: VariableValues
  /** Null in the preview. */
  unsubscribeUrl: string | null
  /** `auto` follows the reader's device; the preview names one. */
  theme: 'auto' | 'light' | 'dark'
  /** Addresses that count clicks and opens; without it links lead where they say. */
  tracking?: { through: (url: string) => string; openUrl: string | null }
}

const LIGHT = {
  page: '#f3f4f6',
  card: '#ffffff',
  ink: '#1f2430',
  muted: '#5b6270',
  line: '#d9dce3',
  link: '#1d4ed8',
}
const DARK = {
  page: '#14161b',
  card: '#1e2128',
  ink: '#eceef2',
  muted: '#a9afbb',
  line: '#3a3f4a',
  link: '#93b4ff',
}
const BUTTON = { fill: '#1d4ed8', ink: '#ffffff' }
const FONT =
  "system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans','Noto Sans Devanagari','Noto Sans Arabic',sans-serif"

const darkRules = (important: string) =>
  `.page{background:${DARK.page}${important}}.card{background:${DARK.card}${important}}` +
  `.ink{color:${DARK.ink}${important}}.muted,.muted a{color:${DARK.muted}${important}}` +
  `.ink a{color:${DARK.link}${important}}.line{border-color:${DARK.line}${important}}`

const styleOf = (theme: MailToDraw['theme']): string => {
  const shared =
    'body{margin:0;padding:0}img{border:0}@media (max-width:480px){.card{padding:20px 16px!important}}'
  const scheme = theme === 'auto' ? 'light dark' : theme
  if (theme === 'light') return `:root{color-scheme:${scheme}}${shared}`
  const dark = darkRules('!important')
  return `:root{color-scheme:${scheme}}${shared}${theme === 'dark' ? dark : `@media (prefers-color-scheme:dark){${dark}}`}`
}

/** A person's name keeps its own direction. */
const isolated = (value: string) =>
  `<span dir="auto" style="unicode-bidi:isolate">${escapeHtml(value)}</span>`

const LINK_STYLE = `color:${LIGHT.link};text-decoration:underline`
const textStyle = `margin:0 0 16px;color:${LIGHT.ink};font:16px/1.6 ${FONT};overflow-wrap:anywhere`

const blockHtml = ({ kind, text, url }: Block, { language, values, tracking }: MailToDraw): string => {
  const through = tracking?.through ?? ((target: string) => target)
  const words = text[language] ?? ''
  const fill = (html: string) => fillVariables(html, values, isolated)
  const plain = () => fill(escapeHtml(words.trim()))
  if (kind === 'divider')
    return `<hr class="line" style="margin:24px 0;border:0;border-top:1px solid ${LIGHT.line}">`
  if (kind === 'heading')
    return `<h1 class="ink" style="margin:0 0 16px;color:${LIGHT.ink};font:700 24px/1.3 ${FONT};overflow-wrap:anywhere">${plain()}</h1>`
  if (kind === 'text')
    return paragraphsOf(words)
      .map(
        (each) =>
          `<p class="ink" style="${textStyle}">${fill(paragraphHtml(each, { style: LINK_STYLE, through }))}</p>`,
      )
      .join('')
  const address = url.trim()
  if (!isMailAddress(address)) return ''
  if (kind === 'picture') {
    const alt = escapeHtml(fillVariables(words.trim(), values))
    return `<p style="margin:0 0 16px"><img src="${escapeHtml(address)}" alt="${alt}" width="528" style="display:block;width:100%;max-width:528px;height:auto;border-radius:8px;color:${LIGHT.muted};font:14px/1.5 ${FONT}"></p>`
  }
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 24px"><tr><td style="background:${BUTTON.fill};border-radius:8px"><a href="${escapeHtml(through(address))}" style="display:inline-block;padding:12px 24px;color:${BUTTON.ink};font:600 16px/1.5 ${FONT};text-decoration:none">${plain()}</a></td></tr></table>`
}

const footHtml = ({ language, values, unsubscribeUrl }: MailToDraw): string => {
  const { reason, unsubscribe } = campaignTexts(language)
  const why = escapeHtml(reason).replace('{name}', () => isolated(values.academy))
  const link = `<a href="${escapeHtml(unsubscribeUrl ?? '#')}" style="color:${LIGHT.muted};text-decoration:underline">${unsubscribe}</a>`
  return `<p class="muted" style="margin:16px 0 0;color:${LIGHT.muted};font:13px/1.6 ${FONT}">${why} ${link}</p>`
}

/** Programs that load pictures load it as well. */
const openPoint = ({ tracking }: MailToDraw): string =>
  tracking?.openUrl ? `<img src="${escapeHtml(tracking.openUrl)}" width="1" height="1" alt="">` : ''

const html = (mail: MailToDraw, subject: string): string => {
  const { language, content, values, theme } = mail
  const dir = directionOf(language)
  const align = dir === 'rtl' ? 'right' : 'left'
  const inbox = fillVariables(content.preview_text[language] ?? '', values).trim()
  return [
    `<!doctype html><html lang="${language}" dir="${dir}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    `<meta name="color-scheme" content="${theme === 'auto' ? 'light dark' : theme}">`,
    '<meta name="supported-color-schemes" content="light dark">',
    `<title>${escapeHtml(subject)}</title><style>${styleOf(theme)}</style></head>`,
    `<body class="page" dir="${dir}" style="margin:0;padding:0;background:${LIGHT.page}">`,
    inbox === '' ? '' : `<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(inbox)}</div>`,
    `<table role="presentation" class="page" dir="${dir}" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:${LIGHT.page}"><tr><td align="center" style="padding:24px 12px">`,
    `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:592px"><tr><td class="card" dir="${dir}" align="${align}" style="padding:32px;background:${LIGHT.card};border-radius:12px;text-align:${align}">`,
    `<p class="muted" style="margin:0 0 24px;color:${LIGHT.muted};font:600 15px/1.5 ${FONT}">${isolated(values.academy)}</p>`,
    ...content.blocks.map((each) => blockHtml(each, mail)),
    `</td></tr><tr><td class="card-foot" dir="${dir}" align="${align}" style="padding:0 16px;text-align:${align}">${footHtml(mail)}</td></tr></table>`,
    '</td></tr></table>',
    openPoint(mail),
    '</body></html>',
  ].join('')
}

const blockText = ({ kind, text, url }: Block, { language, values }: MailToDraw): string => {
  if (kind === 'divider') return '----'
  const words = fillVariables(plainText(text[language] ?? ''), values)
  return kind === 'button' ? `${words}: ${url.trim()}` : words
}

const plain = (mail: MailToDraw): string => {
  const { reason, unsubscribe } = campaignTexts(mail.language)
  return [
    ...mail.content.blocks.map((each) => blockText(each, mail)).filter((each) => each !== ''),
    '--',
    reason.replace('{name}', () => mail.values.academy),
    ...(mail.unsubscribeUrl === null ? [] : [`${unsubscribe}: ${mail.unsubscribeUrl}`]),
  ].join('\n\n')
}

export const drawMail = (mail: MailToDraw): { subject: string; text: string; html: string } => {
  const subject = fillVariables(mail.content.subject[mail.language] ?? '', mail.values).trim()
  return { subject, text: plain(mail), html: html(mail, subject) }
}

const firstWord = (name: string): string => name.trim().split(/\s+/)[0] ?? ''

export const valuesOf = (
  person: { name: string | null; email: string; topic?: string | null },
  academy: string,
): VariableValues => ({
  name: person.name ?? '',
  first_name: firstWord(person.name ?? ''),
  email: person.email,
  academy,
  course: person.topic ?? '',
})
