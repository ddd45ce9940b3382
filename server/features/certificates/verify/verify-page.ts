/** The page on which anybody verifies a certificate: HTML without script, in the client's colours. */
import { createHash } from 'node:crypto'
import { showSerial, verifyPath } from '#contract/certificates/serial.ts'
import type { CertificateState } from '#contract/certificates/shapes.ts'
import { themeRoles, type ThemeRoles } from '#contract/client-info/theme-roles.ts'
import type { PublicInfo } from '#contract/client-info/client-info.ts'
import { directionOf, languageInfo, languages, type Language } from '#contract/languages.ts'
import { escapeHtml } from '#server/core/text/escape-html.ts'
import type { VerifiedRow } from '../certificates.repository.ts'
import { criteriaTexts } from '../criteria-texts.ts'
import { stateOfRow } from '../mapper.ts'
import { verifyTexts } from './verify-texts.ts'

export interface VerifyFrame {
  readonly client: Pick<
    PublicInfo,
    'name' | 'languages' | 'app_logo_url' | 'app_logo_dark_url' | 'theme_settings'
  >
  readonly language: Language
  /** The path of this page, for the choice of the language. */
  readonly path: string
}

const ROLES = [
  'surface',
  'surface-raised',
  'line',
  'line-strong',
  'ink',
  'ink-muted',
  'primary',
  'on-primary',
  'focus',
  'success-soft',
  'success-text',
  'warning-soft',
  'warning-text',
  'error-soft',
  'error-text',
] as const

const variables = (roles: ThemeRoles) => ROLES.map((role) => `--${role}:${roles[role]}`).join(';')

const styleOf = ({ theme_settings: theme }: Pick<PublicInfo, 'theme_settings'>): string =>
  `:root{color-scheme:light dark;${variables(themeRoles(theme, 'light'))}}
@media(prefers-color-scheme:dark){:root{${variables(themeRoles(theme, 'dark'))}}}
*{box-sizing:border-box}body{margin:0;background:var(--surface);color:var(--ink);font:1rem/1.5 system-ui,"Noto Sans Devanagari","Noto Sans Arabic",sans-serif}
.top{border-block-start:4px solid var(--primary)}.top,main,footer{padding-inline:1rem}
.top>*,main>*,footer>*{max-inline-size:40rem;margin-inline:auto}
.top p{margin-block:1.25rem}.top img{display:block;block-size:2.5rem;inline-size:auto;max-inline-size:12rem}
main{padding-block:.5rem 2rem}h1{margin:0;font-size:1.75rem;line-height:1.25;letter-spacing:-.01em;text-wrap:balance}
h2{margin:2rem 0 .5rem;font-size:1rem}.muted{color:var(--ink-muted);margin:.5rem 0 0}
.card{background:var(--surface-raised);border:1px solid var(--line);border-radius:16px;overflow:hidden}
.state{display:flex;gap:1rem;align-items:flex-start;padding:1.25rem}.state svg{flex:none;inline-size:2.5rem;block-size:2.5rem}
.state p{margin:.25rem 0 0}.state strong{display:block;font-size:1.25rem;line-height:1.3}
.valid{background:var(--success-soft);color:var(--success-text)}.expired,.replaced{background:var(--warning-soft);color:var(--warning-text)}
.revoked,.unknown{background:var(--error-soft);color:var(--error-text)}
.facts{padding:1.5rem 1.25rem}.facts .name{margin:.25rem 0 0;font-size:1.75rem;font-weight:700;line-height:1.3;overflow-wrap:anywhere}
dl{display:grid;gap:1rem 2rem;grid-template-columns:repeat(auto-fit,minmax(min(14rem,100%),1fr));margin:1.5rem 0 0}
dl div{min-inline-size:0}dt,.label{margin:0;color:var(--ink-muted);font-size:.875rem}dd{margin:.125rem 0 0;font-weight:600;overflow-wrap:anywhere}
.serial{font-family:ui-monospace,monospace;letter-spacing:.04em;unicode-bidi:isolate;direction:ltr}
ul{margin:.5rem 0 0;padding:0;list-style:none}li{display:flex;gap:.625rem;align-items:flex-start;margin-block-start:.5rem}li svg{flex:none;inline-size:1.25rem;block-size:1.25rem;margin-block-start:.125rem;color:var(--success-text)}
form{margin-block-start:1.5rem}label{display:block;margin-block-end:.25rem;font-weight:600}
input{inline-size:100%;min-block-size:3rem;padding:.5rem .875rem;font:600 1.125rem ui-monospace,monospace;letter-spacing:.04em;text-transform:uppercase;color:inherit;background:var(--surface-raised);border:1px solid var(--line-strong);border-radius:8px}
[dir=rtl] input{text-align:right}.hint{margin:.25rem 0 1rem;color:var(--ink-muted);font-size:.875rem}
button,.button{display:inline-flex;align-items:center;justify-content:center;min-block-size:2.75rem;padding:.25rem 1.25rem;font:inherit;font-weight:600;color:var(--on-primary);background:var(--primary);border:0;border-radius:8px;text-decoration:none;cursor:pointer}
a{color:inherit}.again{display:block;inline-size:fit-content;margin-inline-start:max(0px,calc((100% - 40rem) / 2));margin-block-start:1.5rem;padding-block:.625rem;color:var(--ink)}
footer{padding-block:1rem 2rem}nav{display:flex;flex-wrap:wrap;gap:.25rem 1rem}nav a{padding-block:.625rem;min-inline-size:2.75rem;color:var(--ink-muted)}nav [aria-current]{font-weight:600;color:var(--ink)}
:focus-visible{outline:2px solid var(--focus);outline-offset:2px}
@media(max-width:30rem){button,.button{inline-size:100%}.facts .name,h1{font-size:1.5rem}}
@media print{form,.again,footer{display:none}}`

// A changed client is a new object.
const styles = new WeakMap<object, { text: string; policy: string }>()

/** The style of the page, and the policy that allows it by its hash; made once a client. */
export const verifyStyle = (client: VerifyFrame['client']): { text: string; policy: string } => {
  const known = styles.get(client)
  if (known) return known
  const text = styleOf(client)
  const hash = createHash('sha256').update(text).digest('base64')
  const policy = `default-src 'none'; img-src 'self'; style-src 'sha256-${hash}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`
  const made = { text, policy }
  styles.set(client, made)
  return made
}

const MARKS: Readonly<Record<CertificateState | 'unknown', string>> = {
  valid: '<path d="M20 6 9 17l-5-5"/>',
  expired: '<circle cx="12" cy="12" r="9"/><path d="M12 7v5l3 2"/>',
  replaced: '<path d="M4 8h13l-3-3M20 16H7l3 3"/>',
  revoked: '<path d="M18 6 6 18M6 6l12 12"/>',
  unknown: '<circle cx="11" cy="11" r="7"/><path d="m20 20-4-4"/>',
}
const icon = (state: CertificateState | 'unknown') =>
  `<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2.25" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${MARKS[state]}</svg>`

const bdi = (text: string) => `<bdi>${escapeHtml(text)}</bdi>`

/** Making one takes longer than everything else on the page. */
const dayFormats = new Map(
  languages.map((language) => [
    language,
    new Intl.DateTimeFormat(languageInfo(language).locale, { dateStyle: 'long', timeZone: 'UTC' }),
  ]),
)
const dayText = (day: string, language: Language): string =>
  dayFormats.get(language)?.format(new Date(`${day}T00:00:00Z`)) ?? day

const logo = ({ name, app_logo_url: light, app_logo_dark_url: dark }: VerifyFrame['client']) =>
  `<picture>${dark ? `<source srcset="${escapeHtml(dark)}" media="(prefers-color-scheme:dark)">` : ''}<img src="${escapeHtml(light)}" alt="${escapeHtml(name)}"></picture>`

const languageLinks = ({ client, language, path }: VerifyFrame) =>
  client.languages.length < 2
    ? ''
    : `<footer><nav aria-label="${escapeHtml(verifyTexts[language].language)}">${client.languages
        .map(
          (each) =>
            `<a href="${escapeHtml(path)}?lng=${each}" lang="${each}"${each === language ? ' aria-current="true"' : ''}>${escapeHtml(languageInfo(each).name)}</a>`,
        )
        .join('')}</nav></footer>`

const frame = (at: VerifyFrame, title: string, body: string): string => `<!doctype html>
<html lang="${at.language}" dir="${directionOf(at.language)}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<title>${escapeHtml(`${title} · ${at.client.name}`)}</title><style>${verifyStyle(at.client).text}</style></head>
<body><header class="top"><p>${logo(at.client)}</p></header>
<main>${body}</main>
${languageLinks(at)}</body></html>`

const lookUpForm = ({ language }: VerifyFrame, typed: string): string => {
  const texts = verifyTexts[language]
  return `<form method="get" action="/verify/"><label for="serial">${escapeHtml(texts.label)}</label>
<input id="serial" name="serial" dir="ltr" required maxlength="40" autocomplete="off" autocapitalize="characters" spellcheck="false" aria-describedby="hint" value="${escapeHtml(typed)}">
<p class="hint" id="hint">${escapeHtml(texts.hint)}</p><button>${escapeHtml(texts.check)}</button>
<input type="hidden" name="lng" value="${language}"></form>`
}

/** Where somebody types the number. */
export const lookUpPage = (at: VerifyFrame): string => {
  const texts = verifyTexts[at.language]
  return frame(
    at,
    texts.title,
    `<h1>${escapeHtml(texts.title)}</h1><p class="muted">${escapeHtml(texts.lead)}</p>${lookUpForm(at, '')}`,
  )
}

/** The one answer for every number that is none of this client's. */
export const unknownPage = (at: VerifyFrame, typed: string): string => {
  const { unknown } = verifyTexts[at.language]
  return frame(
    at,
    unknown.title,
    `<div class="card"><div class="state unknown">${icon('unknown')}<div><h1>${escapeHtml(unknown.title)}</h1><p>${escapeHtml(unknown.text)}</p></div></div></div>${lookUpForm(at, typed)}`,
  )
}

export const busyPage = (at: VerifyFrame): string => {
  const { busy } = verifyTexts[at.language]
  return frame(
    at,
    busy.title,
    `<h1>${escapeHtml(busy.title)}</h1><p class="muted">${escapeHtml(busy.text)}</p>`,
  )
}

const stateText = (row: VerifiedRow, state: CertificateState, language: Language): string => {
  const texts = verifyTexts[language]
  const on = (at: Date | null) => dayText((at ?? row.issued_at).toISOString().slice(0, 10), language)
  switch (state) {
    case 'valid':
    case 'expired':
      return `<p>${escapeHtml(texts.stateTexts[state](row.issuer_name, dayText(row.expires_on ?? row.issued_on, language)))}</p>`
    case 'replaced':
      return `<p>${escapeHtml(texts.replaced(on(row.replaced_at)))}</p>${
        row.replaced_by === null
          ? ''
          : `<p><a href="${verifyPath(row.replaced_by)}?lng=${language}">${escapeHtml(texts.openNew)}</a></p>`
      }`
    case 'revoked':
      return `<p>${escapeHtml(texts.revoked(on(row.revoked_at)))}</p><p>${escapeHtml(texts.reason)}: ${
        row.revoked_for === 'refund' ? escapeHtml(texts.refund) : bdi(row.revoked_reason ?? '')
      }</p>`
  }
}

const fact = (term: string, value: string) => `<div><dt>${escapeHtml(term)}</dt><dd>${value}</dd></div>`

const facts = (row: VerifiedRow, language: Language): string => {
  const texts = verifyTexts[language]
  const criteria = criteriaTexts(row.criteria, row.kind, language)
  return `<div class="facts"><p class="label">${escapeHtml(texts.awardedTo)}</p><p class="name">${bdi(row.recipient_name)}</p>
<dl>${[
    fact(row.kind === 'course' ? texts.forCourse : texts.forAssessment, bdi(row.title)),
    fact(texts.issuer, bdi(row.issuer_name)),
    fact(texts.issuedOn, escapeHtml(dayText(row.issued_on, language))),
    ...(row.expires_on === null
      ? []
      : [fact(texts.expiresOn, escapeHtml(dayText(row.expires_on, language)))]),
    fact(texts.number, `<span class="serial">${showSerial(row.serial)}</span>`),
  ].join('')}</dl>${
    criteria.length === 0
      ? ''
      : `<h2>${escapeHtml(texts.criteria)}</h2><ul>${criteria.map((text) => `<li>${icon('valid')}<span>${escapeHtml(text)}</span></li>`).join('')}</ul>`
  }</div>`
}

export const certificatePage = (at: VerifyFrame, row: VerifiedRow): string => {
  const { language } = at
  const texts = verifyTexts[language]
  const state = stateOfRow(row)
  return frame(
    at,
    `${texts.states[state]}: ${row.title}`,
    `<div class="card"><div class="state ${state}">${icon(state)}<div><h1>${escapeHtml(texts.states[state])}</h1>${stateText(row, state, language)}</div></div>
${facts(row, language)}</div>
<a class="again" href="/verify/?lng=${language}">${escapeHtml(texts.again)}</a>`,
  )
}
