import type { Language } from '#contract/languages.ts'
import { dataInterpretation } from './data.ts'
import type { DemoQuestion } from './kit.ts'
import { logical } from './logical.ts'
import { quantitative } from './quantitative.ts'
import { verbal } from './verbal.ts'

export interface DemoBankTopic {
  readonly key: 'quantitative' | 'logical' | 'verbal' | 'data'
  readonly names: Readonly<Record<Language, string>>
  readonly questions: readonly DemoQuestion[]
}

/** The topics of the demo's question bank. */
export const demoTopics: readonly DemoBankTopic[] = [
  {
    key: 'quantitative',
    names: { en: 'Quantitative', hi: 'संख्यात्मक योग्यता', ar: 'القدرة الكمية' },
    questions: quantitative,
  },
  {
    key: 'logical',
    names: { en: 'Logical', hi: 'तार्किक योग्यता', ar: 'التفكير المنطقي' },
    questions: logical,
  },
  { key: 'verbal', names: { en: 'Verbal', hi: 'भाषा योग्यता', ar: 'القدرة اللغوية' }, questions: verbal },
  {
    key: 'data',
    names: { en: 'Data interpretation', hi: 'आँकड़ों की व्याख्या', ar: 'قراءة البيانات' },
    questions: dataInterpretation,
  },
]
