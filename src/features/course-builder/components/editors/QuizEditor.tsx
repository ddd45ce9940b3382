import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '#contract/languages.ts'
import { questionsOf, type QuizContent } from '#contract/course-builder/draft.ts'
import { contentSpeaks } from '#contract/courses/language.ts'
import { reveals, type DraftQuestion } from '#contract/courses/quiz.ts'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { Select } from '#src/shared/ui/forms/Select.tsx'
import { useBuilder } from '../../hooks/use-builder.ts'
import { QuestionList } from '../quiz/QuestionList.tsx'
import { QuestionTranslations } from '../quiz/QuestionTranslations.tsx'
import { LanguageSwitch } from './fields/LanguageSwitch.tsx'
import { WholeNumber } from './fields/WholeNumber.tsx'

type Props = { quiz: QuizContent; onChange: (quiz: QuizContent) => void }

/** Pass mark and attempts of a quiz, then its questions. */
export const QuizEditor = ({ quiz, onChange }: Props) => {
  const { t } = useTranslation('course-builder')
  const { state } = useBuilder()
  const main = state.document.course.language
  const [language, setLanguage] = useState<Language>(main)
  const changeQuiz = (change: Partial<QuizContent>) => onChange({ ...quiz, ...change })
  const setQuestions = (questions: DraftQuestion[]) =>
    changeQuiz({ questions: questions as unknown as QuizContent['questions'] })
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <WholeNumber
          label={t('quiz.pass')}
          min={1}
          max={100}
          value={quiz.pass_percent}
          onChange={(value) => changeQuiz({ pass_percent: value })}
        />
        <WholeNumber
          optional
          label={t('quiz.attempts')}
          hint={t('quiz.attemptsHint')}
          min={1}
          max={100}
          value={quiz.attempts_limit}
          onChange={(value) => changeQuiz({ attempts_limit: value })}
        />
        <WholeNumber
          label={t('quiz.cooldown')}
          min={0}
          max={10_080}
          value={quiz.cooldown_minutes}
          onChange={(value) => changeQuiz({ cooldown_minutes: value })}
        />
        <Field label={t('quiz.reveal')}>
          {(control) => (
            <Select
              {...control}
              value={quiz.reveal}
              options={reveals.map((value) => ({ value, label: t(`quiz.reveals.${value}`) }))}
              onChange={(reveal) => changeQuiz({ reveal })}
            />
          )}
        </Field>
      </div>
      <LanguageSwitch language={language} translated={contentSpeaks(quiz, language)} onChange={setLanguage} />
      {language === main ? (
        <QuestionList questions={questionsOf(quiz)} onChange={setQuestions} />
      ) : (
        <QuestionTranslations
          key={language}
          questions={questionsOf(quiz)}
          language={language}
          onChange={setQuestions}
        />
      )}
    </>
  )
}
