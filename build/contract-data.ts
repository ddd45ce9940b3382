/**
 * The app asks by name, method, path and status; it never checks an answer against a schema (the server does). So the
 * app's build takes the schemas out of the endpoints and lets what nobody reads any more go, the schema library with
 * it. A schema that the app does read stays: nothing here is guessed, unused code is only made recognisable as such.
 */
import type { Plugin } from 'vite'

/** What only the server and the tests read of an endpoint. */
const SERVER_ONLY = new Set([
  'params',
  'query',
  'body',
  'response',
  'summary',
  'alsoFails',
  'bodyLimitBytes',
  'rateLimit',
  'hasSecrets',
  'whenInactive',
  'opensFiles',
  'stepUp',
  'inSupportView',
  'idempotency',
])

interface Node {
  type: string
  start: number
  end: number
  [key: string]: unknown
}
interface Edit {
  start: number
  end: number
  text: string
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

const constantsOf = (program: Node): Node[] =>
  (program['body'] as Node[])
    .map((statement) =>
      statement.type === 'ExportNamedDeclaration' ? (statement['declaration'] as Node | null) : statement,
    )
    .filter((node) => node?.type === 'VariableDeclaration')
    .flatMap((node) => (node as Node)['declarations'] as Node[])
    .map((declaration) => declaration['init'])
    .filter(isNode)

const isEndpoint = (value: Node) => {
  const callee = value['callee'] as Node | undefined
  return callee?.type === 'Identifier' && callee['name'] === 'endpoint'
}

/** The property with the comma after it. */
const removal = (property: Node, code: string): Edit => {
  const comma = /^\s*,/.exec(code.slice(property.end))
  return { start: property.start, end: property.end + (comma ? comma[0].length : 0), text: '' }
}

const withoutSchemas = (call: Node, code: string): Edit[] => {
  const [spec] = call['arguments'] as Node[]
  if (spec?.type !== 'ObjectExpression') throw new Error('An endpoint of the contract is an object literal.')
  return (spec['properties'] as Node[])
    .filter((property) => SERVER_ONLY.has(String((property['key'] as Node | undefined)?.['name'])))
    .map((property) => removal(property, code))
}

/** A value that a call makes, or an object of such or spread from one: a spread counts as work that could matter. */
const isMade = (value: Node, code: string) =>
  value.type === 'CallExpression' ||
  (value.type === 'ObjectExpression' && /\(|\.\.\./.test(code.slice(value.start, value.end)))

/** Marks each constant that a call makes as free to go; endpoints lose what the app never reads. */
const edits = (program: Node, code: string): Edit[] =>
  constantsOf(program)
    .filter((value) => isMade(value, code))
    .flatMap((value): Edit[] => [
      ...(isEndpoint(value) ? withoutSchemas(value, code) : []),
      { start: value.start, end: value.start, text: '/* @__PURE__ */ (() => (' },
      { start: value.end, end: value.end, text: '))()' },
    ])

const leaveSchemasOut = (code: string, program: unknown): string => {
  let result = code
  for (const edit of edits(program as Node, code).toSorted((a, b) => b.start - a.start))
    result = result.slice(0, edit.start) + edit.text + result.slice(edit.end)
  return result
}

/** For the app's production build only. */
export const contractData = (root: string): Plugin => ({
  name: 'contract-data',
  apply: 'build',
  transform: {
    filter: { id: /\/contract\/[\w/-]+\.ts$/ },
    handler(code, id) {
      if (!id.startsWith(`${root}/contract/`)) return null
      return { code: leaveSchemasOut(code, this.parse(code)), map: null }
    },
  },
})
