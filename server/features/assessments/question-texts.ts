/**
 * A cache of question texts as learners see them. Versions are immutable in the database, so a text is read only once: an
 * exam shows the same few hundred questions to everybody. Contains neither keys nor explanations (E8).
 */
import type { Language } from '#contract/languages.ts'
import type { Query, Rows } from '#server/core/db/query.ts'

export interface ShownText {
  language: Language
  shown: { [L in Language]?: { prompt: string; options: string[] } }
}

interface Version {
  question_id: number
  version: number
}

export interface QuestionTexts {
  /** Adds the texts to these versions; reads only those that are not cached. */
  readonly fill: <V extends Version>(
    clientId: number,
    versions: readonly V[],
    rows: Rows,
  ) => Promise<(V & ShownText)[]>
}

/** A few kB each. */
const CACHE_MAX = 4_000

const textsQuery = (clientId: number, versions: readonly Version[]): Query => ({
  name: 'assessments.question-texts',
  text: `select v.question_id, v.version, v.language, v.shown
    from jsonb_to_recordset($2::jsonb) as k(question_id integer, version integer)
    join bank_question_version v on v.client_id = $1::integer and v.question_id = k.question_id and v.version = k.version`,
  values: [clientId, JSON.stringify(versions.map(({ question_id, version }) => ({ question_id, version })))],
})

export const createQuestionTexts = (maxTexts = CACHE_MAX): QuestionTexts => {
  const cache = new Map<string, ShownText>()
  return {
    fill: async <V extends Version>(clientId: number, versions: readonly V[], rows: Rows) => {
      const keyOf = ({ question_id, version }: Version) => `${clientId}:${question_id}:${version}`
      const found = new Map<string, ShownText>()
      const missing: V[] = []
      for (const each of versions) {
        const text = cache.get(keyOf(each))
        if (text) found.set(keyOf(each), text)
        else missing.push(each)
      }
      if (missing.length > 0)
        for (const row of await rows<Version & ShownText>(textsQuery(clientId, missing))) {
          const text = { language: row.language, shown: row.shown }
          found.set(keyOf(row), text)
          cache.set(keyOf(row), text)
        }
      // Evict the oldest entries.
      for (const key of cache.keys()) {
        if (cache.size <= maxTexts) break
        cache.delete(key)
      }
      return versions.flatMap((each) => {
        const text = found.get(keyOf(each))
        return text ? [{ ...each, ...text }] : []
      })
    },
  }
}
