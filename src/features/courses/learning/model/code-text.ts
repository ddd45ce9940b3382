/** Test data of code problems as the learner would write it: calls instead of JSON. Pure. */
import type { ProblemKind } from '#contract/problems/problems.ts'

const JSON_TOKEN = /"(?:[^"\\]|\\.)*"|[,:]|\s+|[^\s",:]+/g
const PYTHON_NAMES: Readonly<Record<string, string>> = { true: 'True', false: 'False', null: 'None' }

/** A JSON value in the problem's language. Works on the text, because parsing would turn 1.0 into 1. */
export const literalText = (kind: ProblemKind, json: string): string =>
  json.replace(JSON_TOKEN, (token) => {
    if (token.startsWith('"')) return token
    if (token.trim() === '') return ''
    if (token === ',' || token === ':') return `${token} `
    return kind === 'python'
      ? token.replace(/\b(?:true|false|null)\b/g, (name) => PYTHON_NAMES[name] ?? name)
      : token
  })

/** The arguments of a test, a JSON list, without its brackets: `[[1, 2], "a"]` becomes `[1, 2], "a"`. */
export const argumentsText = (kind: ProblemKind, input: string): string =>
  literalText(kind, input.trim()).replace(/^\[([^]*)\]$/, '$1')

export const callText = (kind: ProblemKind, call: string, input: string): string =>
  `${call}(${argumentsText(kind, input)})`

/** The JSON list of arguments that somebody typed, in JSON or with Python's names and quotes; null if it is neither. */
export const argumentsInput = (text: string): string | null => {
  const json = text.replace(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\b(?:True|False|None)\b/g, (token) => {
    if (token.startsWith('"')) return token
    if (token.startsWith("'")) return JSON.stringify(token.slice(1, -1).replaceAll(String.raw`\'`, "'"))
    return token === 'None' ? 'null' : token.toLowerCase()
  })
  try {
    const list: unknown = JSON.parse(`[${json}]`)
    return Array.isArray(list) ? `[${json}]` : null
  } catch {
    return null
  }
}

/** Whether the code could not even be read: every test fails with the same message then. */
export const isSyntaxError = (error: string): boolean =>
  /^(?:Line \d+: )?(?:SyntaxError|IndentationError|TabError)\b/.test(error) ||
  /syntax error$|^incomplete input$/.test(error)
