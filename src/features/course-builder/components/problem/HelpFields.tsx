import { useTranslation } from 'react-i18next'
import { HELP_AFTER_MAX, HINT_MAX, HINTS_MAX } from '#contract/problems/help.ts'
import { TextArea } from '#src/shared/ui/forms/TextInput.tsx'
import { newHint, type CodeProblem } from '../../model/problems.ts'
import { WholeNumber } from '../editors/fields/WholeNumber.tsx'
import { PartList } from './PartList.tsx'

type Props = { problem: CodeProblem; onChange: (change: Partial<CodeProblem>) => void }

/** Hints, and after how many tries learners see them and the solution. */
export const HelpFields = ({ problem, onChange }: Props) => {
  const { t } = useTranslation('course-builder')
  return (
    <>
      <PartList
        legend={t('problem.hints')}
        addLabel={t('problem.addHint')}
        items={problem.hints}
        max={HINTS_MAX}
        nameOf={(index) => t('problem.hint', { number: index + 1 })}
        create={newHint}
        onChange={(hints) => onChange({ hints })}
      >
        {(hint, edit, name) => (
          <>
            <TextArea
              aria-label={name}
              rows={2}
              maxLength={HINT_MAX}
              value={hint.text}
              onChange={(event) => edit({ text: event.target.value })}
            />
            <WholeNumber
              label={t('problem.hintAfter')}
              min={0}
              max={HELP_AFTER_MAX}
              value={hint.after}
              onChange={(after) => edit({ after })}
            />
          </>
        )}
      </PartList>
      <WholeNumber
        optional
        label={t('problem.solutionAfter')}
        hint={t('problem.solutionAfterHint')}
        min={1}
        max={HELP_AFTER_MAX}
        value={problem.solution_after}
        onChange={(value) => onChange({ solution_after: value })}
      />
    </>
  )
}
