/** The settings of a quiz that Canvas keeps beside it, in `assessment_meta.xml`. */
import type { QuizSettings as Settings } from '#contract/courses/quiz.ts'
import type { ImportLine } from '#contract/course-import/course-import.ts'
import { element, textOf, type XmlNode } from '#server/core/packages/xml.ts'
import { note } from '../plan.ts'

export interface QuizSettings {
  title: string
  /** HTML. */
  description: string
  attempts: number | null
  reveal: Settings['reveal']
  /** Settings that do not exist here. */
  notes: ImportLine['notes']
}

export const NO_SETTINGS: QuizSettings = {
  title: '',
  description: '',
  attempts: null,
  reveal: 'done',
  notes: [],
}

/** Settings that change how learners take the quiz; the name is shown as Canvas writes it. */
const LIMITS = ['time_limit', 'access_code', 'ip_filter', 'cant_go_back', 'one_question_at_a_time']

export const settingsOf = (root: XmlNode): QuizSettings => {
  const value = (name: string) => textOf(element(root, name)).trim()
  const limits = LIMITS.filter((name) => !['', 'false', '0'].includes(value(name)))
  const detail = limits.map((name) => (name === 'time_limit' ? `time_limit ${value(name)}` : name)).join(', ')
  const isHidden = value('hide_results') === 'always' || value('show_correct_answers') === 'false'
  return {
    title: value('title'),
    description: value('description'),
    attempts: null,
    reveal: isHidden ? 'never' : 'done',
    notes: detail === '' ? [] : [note('quiz_settings_left_out', detail)],
  }
}
