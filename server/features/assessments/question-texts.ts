/**
 * Words of questions as learners see them. The database refuses to change a version, so what was read once is kept here:
 * an exam hands the same few hundred questions to everybody. Neither keys nor explanations come by (TRUST E8).
 */
import type { Language } from '#contract/common.ts'
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
  /** These with their words; only what is not known yet is read. */
  readonly fill: <V extends Version>(
    clientId: number,
    versions: readonly V[],
    rows: Rows,
  ) => Promise<(V & ShownText)[]>
}

/** A few kB each. */
const KEPT_MOST = 4_000

const textsQuery = (clientId: number, versions: readonly Version[]): Query => ({
  name: 'assessments.question-texts',
  text: `select v.question_id, v.version, v.language, v.shown
    from jsonb_to_recordset($2::jsonb) as k(question_id integer, version integer)
    join bank_question_version v on v.client_id = $1::integer and v.question_id = k.question_id and v.version = k.version`,
  values: [clientId, JSON.stringify(versions.map(({ question_id, version }) => ({ question_id, version })))],
})

export const createQuestionTexts = (most = KEPT_MOST): QuestionTexts => {
  const kept = new Map<string, ShownText>()
  return {
    fill: async <V extends Version>(clientId: number, versions: readonly V[], rows: Rows) => {
      const keyOf = ({ question_id, version }: Version) => `${clientId}:${question_id}:${version}`
      const found = new Map<string, ShownText>()
      const missing: V[] = []
      for (const each of versions) {
        const text = kept.get(keyOf(each))
        if (text) found.set(keyOf(each), text)
        else missing.push(each)
      }
      if (missing.length > 0)
        for (const row of await rows<Version & ShownText>(textsQuery(clientId, missing))) {
          const text = { language: row.language, shown: row.shown }
          found.set(keyOf(row), text)
          kept.set(keyOf(row), text)
        }
      // The oldest go first.
      for (const key of kept.keys()) {
        if (kept.size <= most) break
        kept.delete(key)
      }
      return versions.flatMap((each) => {
        const text = found.get(keyOf(each))
        return text ? [{ ...each, ...text }] : []
      })
    },
  }
}
