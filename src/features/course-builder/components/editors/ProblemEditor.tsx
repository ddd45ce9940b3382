import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '#contract/languages.ts'
import { contentSpeaks } from '#contract/courses/language.ts'
import { problemKinds, type ProblemKind } from '#contract/problems/problems.ts'
import { Badge } from '#src/shared/ui/content/Badge.tsx'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { RichText } from '#src/shared/ui/rich-text/RichText.tsx'
import { Select } from '#src/shared/ui/forms/Select.tsx'
import { uploadPicture } from '../../api/upload-file.ts'
import { useBuilder } from '../../hooks/use-builder.ts'
import { isComplete, problemFrom, withKind, withProblemTexts, type Problem } from '../../model/problems.ts'
import { CodeFields } from '../problem/CodeFields.tsx'
import { SheetFields, TextFields } from '../problem/GradedFields.tsx'
import { PartTranslations } from '../problem/PartTranslations.tsx'
import { LanguageSwitch } from './fields/LanguageSwitch.tsx'
import { WholeNumber } from './fields/WholeNumber.tsx'

type Content = { type: 'problem'; problem: Record<string, unknown> }
type Props = { content: Content; onChange: (content: Content) => void }

/** A problem of any kind: statement, points, and how answers are graded. */
export const ProblemEditor = ({ content, onChange }: Props) => {
  const { t } = useTranslation('course-builder')
  const { courseId, state } = useBuilder()
  const main = state.document.course.language
  const [language, setLanguage] = useState<Language>(main)
  const problem = problemFrom(content.problem)
  const changeProblem = (next: Problem) =>
    onChange({ type: 'problem', problem: next as unknown as Content['problem'] })
  const changeStatement = (statement: string) => {
    changeProblem(
      language === main ? { ...problem, statement } : withProblemTexts(problem, language, { statement }),
    )
  }
  return (
    <>
      <div className="grid items-start gap-4 sm:grid-cols-3">
        <Field label={t('problem.kind')}>
          {(control) => (
            <Select<ProblemKind>
              {...control}
              value={problem.kind}
              options={problemKinds.map((kind) => ({ value: kind, label: t(`problem.kinds.${kind}`) }))}
              onChange={(kind) => changeProblem(withKind(problem, kind))}
            />
          )}
        </Field>
        <WholeNumber
          label={t('quiz.points')}
          min={1}
          max={1000}
          value={problem.points}
          onChange={(points) => changeProblem({ ...problem, points })}
        />
        <WholeNumber
          optional
          label={t('quiz.attempts')}
          hint={t('quiz.attemptsHint')}
          min={1}
          max={1000}
          value={problem.attempts_limit}
          onChange={(value) => changeProblem({ ...problem, attempts_limit: value })}
        />
      </div>
      <LanguageSwitch
        language={language}
        translated={contentSpeaks({ type: 'problem', problem: content.problem }, language)}
        onChange={setLanguage}
      />
      <RichText
        key={language}
        label={t('problem.statement')}
        placeholder={t('problem.statementPlaceholder')}
        kind="article"
        value={language === main ? problem.statement : (problem.texts?.[language]?.statement ?? '')}
        text={(key) => t(`richText.${key}`)}
        onChange={changeStatement}
        onImage={(file) => uploadPicture({ courseId, file })}
      />
      {language !== main && (
        <PartTranslations key={language} problem={problem} language={language} onChange={changeProblem} />
      )}
      {language === main && <KindFields problem={problem} onChange={changeProblem} />}
      {!isComplete(problem) && (
        <p>
          <Badge tone="warning">{t('quiz.incomplete')}</Badge>{' '}
          <span className="text-sm text-ink-muted">{t('problem.incomplete')}</span>
        </p>
      )}
    </>
  )
}

const KindFields = ({ problem, onChange }: { problem: Problem; onChange: (problem: Problem) => void }) => {
  if (problem.kind === 'text') return <TextFields problem={problem} onChange={onChange} />
  if (problem.kind === 'spreadsheet') return <SheetFields problem={problem} onChange={onChange} />
  return <CodeFields problem={problem} onChange={onChange} />
}
