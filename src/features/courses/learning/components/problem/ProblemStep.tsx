import { useQuery } from '@tanstack/react-query'
import CircleCheck from 'lucide-react/icons/circle-check'
import { lazy, useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { ProblemItem } from '#contract/courses/topic-page.ts'
import type { ProgressResult } from '#contract/courses/progress.ts'
import type { ProblemPage } from '#contract/problems/endpoints.ts'
import type { ShownCode, ShownProblem, ShownSheet, ShownText } from '#contract/problems/problems.ts'
import { isApiError } from '#src/core/http/api-error.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { adminPaths } from '#src/core/admin-paths.ts'
import { selectUser } from '#src/core/session/auth-slice.ts'
import { roleFlags } from '#src/core/session/roles.ts'
import { useAppSelector } from '#src/core/store/hooks.ts'
import { Badge } from '#src/shared/ui/content/Badge.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { buttonClass } from '#src/shared/ui/button-class.ts'
import { EmptyState } from '#src/shared/ui/feedback/EmptyState.tsx'
import { SafeHtml } from '#src/shared/ui/content/SafeHtml.tsx'
import { SkeletonText } from '#src/shared/ui/feedback/Skeleton.tsx'
import { problemQuery } from '../../api/problem.queries.ts'
import { usePlayerContext } from '../../context/player-context.ts'
import { enhanceArticle } from '../article/enhance-article.ts'
import { ConflictNote } from './AnswerStatus.tsx'
import type { BodyProps } from './body-props.ts'
import { Help } from './Help.tsx'
import { ProblemDetails } from './ProblemDetails.tsx'
import { SheetProblem } from './sheet/SheetProblem.tsx'
import { SubmissionList } from './SubmissionList.tsx'
import { TextProblem } from './TextProblem.tsx'
import { useAnswer } from './use-answer.ts'
import { useSubmission } from './use-submission.ts'
import { Verdict } from './Verdict.tsx'

// The code editor is larger than all of the player.
const CodeProblem = lazy(() =>
  import('./code/CodeProblem.tsx').then((module) => ({ default: module.CodeProblem })),
)

type Props = { item: ProblemItem; onProgress: (result: ProgressResult) => void }

/** A problem: statement, answer, tests; completed when all of its tests pass (rules: Learning). */
export const ProblemStep = ({ item, onProgress }: Props) => {
  const { t } = useTranslation('courses/learning/problem')
  const { data, error, refetch } = useQuery(problemQuery(item.id, usePlayerContext()))
  if (error && !data)
    return (
      <EmptyState
        role="alert"
        illustration={isApiError(error) && error.code === 'network' ? 'offline' : 'error'}
        title={t('page.failed')}
        text={errorText(error, t('page.failedHint'))}
        action={<Button onClick={() => void refetch()}>{t('page.retry')}</Button>}
      />
    )
  if (!data) return <SkeletonText lines={8} />
  return (
    <ProblemPageBody
      key={item.id}
      item={item}
      page={data}
      onProgress={onProgress}
      onReread={() => void refetch()}
    />
  )
}

const ProblemPageBody = ({
  item,
  page,
  onProgress,
  onReread: onRefetch,
}: Props & { page: ProblemPage; onReread: () => void }) => {
  const { t } = useTranslation('courses/learning/problem')
  const answer = useAnswer(page, onRefetch)
  const submission = useSubmission(page, onProgress)
  const { problem, standing } = page
  const hasNoAttemptsLeft = standing.attempts_left === 0
  const call = 'call' in problem ? problem.call : null
  return (
    <div className={'tests' in problem ? 'problem-panes' : 'flex flex-col gap-6'}>
      <Assignment item={item} page={page} />
      <div className="flex min-w-0 flex-col gap-6">
        <ConflictNote state={answer} />
        <Body page={page} answer={answer} submission={submission} hasNoAttemptsLeft={hasNoAttemptsLeft} />
        {submission.result && (
          <section aria-label={t('submit.result')}>
            <Verdict submission={submission.result} kind={problem.kind} call={call} />
          </section>
        )}
        <ProblemDetails title={t('history.title', { count: standing.attempts })}>
          <SubmissionList
            submissions={page.submissions}
            kind={problem.kind}
            call={call}
            onReuse={(earlier) => answer.change(earlier.answer)}
          />
        </ProblemDetails>
      </div>
    </div>
  )
}

/** What is asked, with its points and how often it may still be answered; beside the code on wide screens. */
const Assignment = ({ item, page }: { item: ProblemItem; page: ProblemPage }) => {
  const { t } = useTranslation('courses/learning/problem')
  const { problem, standing } = page
  return (
    // It scrolls in its own pane, so the keyboard must reach it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section aria-label={t('page.task')} tabIndex={0} className="problem-task flex flex-col gap-6">
      <div className="flex flex-wrap items-center gap-2">
        <Badge tone="primary">{t(`kind.${problem.kind}`)}</Badge>
        <Badge>{t('page.points', { count: problem.points })}</Badge>
        {(standing.solved || item.state === 'completed') && (
          <Badge tone="success" icon={<CircleCheck aria-hidden="true" size={14} />}>
            {t('page.solved')}
          </Badge>
        )}
        {standing.attempts_left !== null && (
          <Badge>{t('page.attemptsLeft', { count: standing.attempts_left })}</Badge>
        )}
      </div>
      <Statement html={problem.statement} lang={item.content_language} />
      {page.help && <Help help={page.help} />}
      <GradingLink problem={problem} />
    </section>
  )
}

/** A link to the grading list, for instructors. */
const GradingLink = ({ problem }: { problem: ShownProblem }) => {
  const { t } = useTranslation('courses/learning/problem')
  const { role } = useAppSelector(selectUser)
  if (!('rubric' in problem) || problem.rubric.length === 0 || !roleFlags(role).mayEnterAdmin) return null
  return (
    <Link to={adminPaths.grading} className={buttonClass({ variant: 'secondary', className: 'self-start' })}>
      {t('grade.toGrading')}
    </Link>
  )
}

const Body = ({ page, ...rest }: Omit<BodyProps<never>, 'problem'> & { page: ProblemPage }): ReactNode => {
  const { problem } = page
  switch (problem.kind) {
    case 'text':
      return <TextProblem problem={problem satisfies ShownText} {...rest} />
    case 'spreadsheet':
      return <SheetProblem problem={problem satisfies ShownSheet} {...rest} />
    default:
      return <CodeProblem problem={problem satisfies ShownCode} {...rest} />
  }
}

const Statement = ({ html, lang }: { html: string; lang: string | undefined }) => {
  const { t } = useTranslation('courses/learning')
  const frame = useRef<HTMLDivElement>(null)
  return (
    <div ref={frame} lang={lang} className="max-w-reading">
      <SafeHtml
        html={html}
        kind="article"
        className="article"
        fallback={<SkeletonText lines={4} />}
        onReady={() => {
          const content = frame.current?.querySelector<HTMLElement>('.article')
          if (content) void enhanceArticle(content, { copy: t('article.copy'), copied: t('article.copied') })
        }}
      />
    </div>
  )
}
