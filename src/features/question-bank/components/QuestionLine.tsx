import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { BankQuestionLine, BankTopic } from '#contract/question-bank/question-bank.ts'
import { adminPaths } from '#src/core/admin-paths.ts'
import { formatRelative } from '#src/shared/lib/format.ts'
import { Badge } from '#src/shared/ui/content/Badge.tsx'
import { useLocalized } from '#src/core/i18n/use-localized.ts'

type Props = { question: BankQuestionLine; topic: BankTopic | undefined; now: number }

export const QuestionLine = ({ question, topic, now }: Props) => {
  const { t } = useTranslation('question-bank')
  const { local, language } = useLocalized()
  return (
    <article aria-labelledby={`question-${question.id}`} className="card relative flex flex-col gap-2 p-4">
      <h2 id={`question-${question.id}`} className="font-medium">
        <Link
          to={`${adminPaths.questionBank}?question=${question.id}`}
          className="line-clamp-3 whitespace-pre-line break-words after:absolute after:inset-0 after:rounded-xl hover:underline"
        >
          <bdi>{local(question.prompts, question.language)}</bdi>
        </Link>
      </h2>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm text-ink-muted">
        <span dir="ltr" className="tabular-nums">
          #{question.id}
        </span>
        {topic && <Badge tone="primary">{local(topic.names)}</Badge>}
        <Badge>{t(`difficulty.${question.difficulty}`)}</Badge>
        {question.tags.map((tag) => (
          <Badge key={tag}>
            <bdi>#{tag}</bdi>
          </Badge>
        ))}
        {question.state === 'retired' && <Badge tone="warning">{t('state.retired')}</Badge>}
        <span>{t('list.rightIs', { letter: question.answer })}</span>
        <span>{question.languages.map((each) => t(`languages.${each}`)).join(' · ')}</span>
        <span>
          {t('list.changed', {
            version: question.version,
            when: formatRelative(question.updated_at, language, now),
          })}
        </span>
      </p>
    </article>
  )
}
