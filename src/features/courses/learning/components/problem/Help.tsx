import Lightbulb from 'lucide-react/icons/lightbulb'
import { useTranslation } from 'react-i18next'
import type { ProblemHelp } from '#contract/problems/help.ts'
import { ProblemDetails } from './ProblemDetails.tsx'
import { CodeBlock } from './sheet/ScrollBox.tsx'

/** Hints and the solution that are open, and how many submissions open the next. */
export const Help = ({ help }: { help: ProblemHelp }) => {
  const { t } = useTranslation('courses/learning/problem')
  const { hints, next_hint_in: hintIn, solution, solution_in: solutionIn } = help
  return (
    <section aria-label={t('help.title')} className="flex flex-col gap-3">
      {hints.map((hint, index) => (
        <ProblemDetails key={hint.id} title={t('help.hint', { number: index + 1 })}>
          <p className="whitespace-pre-line text-ink">
            <bdi>{hint.text}</bdi>
          </p>
        </ProblemDetails>
      ))}
      {solution !== null && (
        <ProblemDetails title={t('help.solution')}>
          <CodeBlock label={t('help.solution')}>{solution}</CodeBlock>
        </ProblemDetails>
      )}
      {(hintIn !== null || solutionIn !== null) && (
        <p className="flex items-start gap-2 text-sm text-ink-muted">
          <Lightbulb aria-hidden="true" size={18} className="mt-px shrink-0" />
          <span>
            {hintIn !== null && <span className="block">{t('help.hintIn', { count: hintIn })}</span>}
            {solutionIn !== null && (
              <span className="block">{t('help.solutionIn', { count: solutionIn })}</span>
            )}
          </span>
        </p>
      )}
    </section>
  )
}
