import { directionOf, type Language } from '#contract/languages.ts'
import { PASSWORD_MAX, PASSWORD_MIN_STAFF } from '#contract/limits.ts'
import { escapeHtml } from '#server/core/text/escape-html.ts'
import { setupTexts, type SetupField, type SetupTexts } from './setup-texts.ts'

export type SetupProblem = keyof SetupTexts['problems']
export type SetupValues = Partial<Record<SetupField, string>>

/** No script at all. */
export const SETUP_POLICY =
  "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

const INPUTS: Record<SetupField, string> = {
  organisation: 'autocomplete="organization" maxlength="80"',
  full_name: 'autocomplete="name" maxlength="120"',
  email: 'type="email" autocomplete="username" maxlength="254" dir="ltr"',
  password: `type="password" autocomplete="new-password" maxlength="${PASSWORD_MAX}" dir="ltr"`,
}

const fill = (text: string) => text.replace('{min}', String(PASSWORD_MIN_STAFF))

const frame = (language: Language, title: string, body: string) => `<!doctype html>
<html lang="${language}" dir="${directionOf(language)}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title><link rel="stylesheet" href="/setup/style.css"></head>
<body><main><h1>${escapeHtml(title)}</h1>
${body}
</main></body></html>`

const field = (
  texts: SetupTexts,
  name: SetupField,
  values: SetupValues,
  problem: SetupProblem | undefined,
  isFirstProblem: boolean,
): string => {
  const notes = [
    ...(name === 'password' ? [`<p id="${name}-hint">${escapeHtml(fill(texts.passwordHint))}</p>`] : []),
    ...(problem
      ? [`<p id="${name}-problem" class="problem">${escapeHtml(fill(texts.problems[problem]))}</p>`]
      : []),
  ]
  const described = [name === 'password' && `${name}-hint`, problem && `${name}-problem`].filter(Boolean)
  // A password is never written into a page.
  const value = name === 'password' ? '' : ` value="${escapeHtml(values[name] ?? '')}"`
  return `<label for="${name}">${escapeHtml(texts.fields[name])}</label>
<input id="${name}" name="${name}" ${INPUTS[name]} required${value}${described.length > 0 ? ` aria-describedby="${described.join(' ')}"` : ''}${problem ? ' aria-invalid="true"' : ''}${isFirstProblem ? ' autofocus' : ''}>
${notes.join('\n')}`
}

/** The form; `fields` leaves out the organisation where one exists. */
export const setupForm = (
  language: Language,
  form: {
    key: string
    fields: readonly SetupField[]
    values: SetupValues
    problems: Partial<Record<SetupField, SetupProblem>>
  },
): string => {
  const texts = setupTexts[language]
  const firstProblem = form.fields.find((name) => form.problems[name])
  return frame(
    language,
    texts.title,
    `<p>${escapeHtml(texts.lead)}</p>
<form method="post" action="/setup/" novalidate><input type="hidden" name="key" value="${escapeHtml(form.key)}">
${form.fields.map((name) => field(texts, name, form.values, form.problems[name], name === firstProblem)).join('\n')}
<button>${escapeHtml(texts.submit)}</button></form>`,
  )
}

/** The account is ready, the link is of no use, or nobody has opened the link yet. */
export const setupNotice = (language: Language, kind: 'done' | 'closed' | 'waiting'): string => {
  const { title, lead, signIn } = setupTexts[language][kind]
  return frame(
    language,
    title,
    `<p>${escapeHtml(lead)}</p>${signIn === null ? '' : `\n<p><a class="button" href="/login">${escapeHtml(signIn)}</a></p>`}`,
  )
}

export const SETUP_STYLE = `:root{color-scheme:light dark;--line:light-dark(#8a93a3,#6b7484);--ink:light-dark(#1a1f29,#e8ebf0);--quiet:light-dark(#545d6d,#a9b2c0);--accent:light-dark(#1d4fb8,#8db4ff);--on-accent:light-dark(#fff,#0b1220);--problem:light-dark(#a3161f,#ff9a9a)}
*{box-sizing:border-box}body{margin:0;background:light-dark(#fff,#12151a);color:var(--ink);font:1rem/1.5 system-ui,sans-serif}
main{max-inline-size:28rem;margin-inline:auto;padding:2rem 1rem}h1{margin:0 0 .5rem;font-size:1.5rem;line-height:1.3}p{margin:.25rem 0 0;color:var(--quiet)}
form{margin-block-start:1rem}label{display:block;margin-block:1rem .25rem;font-weight:600}
input{inline-size:100%;min-block-size:2.75rem;padding:.25rem .75rem;font:inherit;color:inherit;background:transparent;border:1px solid var(--line);border-radius:.5rem}
[dir=rtl] input[dir=ltr]{text-align:right}[aria-invalid]{border-color:var(--problem)}.problem{color:var(--problem);font-weight:600}
button,.button{display:inline-flex;align-items:center;justify-content:center;min-block-size:2.75rem;margin-block-start:1.5rem;padding:.25rem 1.25rem;font:inherit;font-weight:600;color:var(--on-accent);background:var(--accent);border:0;border-radius:.5rem;text-decoration:none;cursor:pointer}
button{inline-size:100%}:focus-visible{outline:3px solid var(--accent);outline-offset:2px}`
