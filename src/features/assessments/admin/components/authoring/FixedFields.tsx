import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import ListPlus from 'lucide-react/icons/list-plus'
import Trash2 from 'lucide-react/icons/trash-2'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Badge } from '#src/shared/ui/content/Badge.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { IconButton } from '#src/shared/ui/IconButton.tsx'
import type { AssessmentForm } from '../../model/assessment-form.ts'
import { QuestionPicker } from './QuestionPicker.tsx'

type Fixed = AssessmentForm['fixed']
type Props = { fixed: Fixed; onChange: (fixed: Fixed) => void }

/** Questions that everybody gets, in their order without shuffling. */
export const FixedFields = ({ fixed, onChange }: Props) => {
  const { t } = useTranslation('assessments/admin/authoring')
  const [isPicking, setIsPicking] = useState(false)
  const move = (from: number, to: number) => {
    const [question] = fixed.slice(from, from + 1)
    if (question) onChange(fixed.toSpliced(from, 1).toSpliced(to, 0, question))
  }
  return (
    <section aria-label={t('fixed.title')} className="flex flex-col gap-3">
      <div>
        <h3 className="font-medium">{t('fixed.title')}</h3>
        <p className="text-sm text-ink-muted">{t('fixed.text')}</p>
      </div>
      {fixed.length > 0 && (
        <ol className="flex flex-col divide-y divide-line rounded-lg border border-line">
          {fixed.map((question, index) => (
            <li key={question.id} className="flex items-center gap-1 ps-3">
              <span className="min-w-0 flex-1 py-2">
                <span dir="auto" className="line-clamp-2 text-sm">
                  {question.prompt}
                </span>
                {question.state === 'retired' && <Badge tone="warning">{t('fixed.retired')}</Badge>}
              </span>
              <IconButton
                label={t('fixed.up', { number: index + 1 })}
                disabled={index === 0}
                icon={<ArrowUp aria-hidden="true" size={18} />}
                onClick={() => move(index, index - 1)}
              />
              <IconButton
                label={t('fixed.down', { number: index + 1 })}
                disabled={index === fixed.length - 1}
                icon={<ArrowDown aria-hidden="true" size={18} />}
                onClick={() => move(index, index + 1)}
              />
              <IconButton
                label={t('fixed.remove', { number: index + 1 })}
                icon={<Trash2 aria-hidden="true" size={18} />}
                onClick={() => onChange(fixed.toSpliced(index, 1))}
              />
            </li>
          ))}
        </ol>
      )}
      <Button
        variant="secondary"
        className="self-start"
        icon={<ListPlus aria-hidden="true" size={18} />}
        onClick={() => setIsPicking(true)}
      >
        {t('fixed.add')}
      </Button>
      {isPicking && (
        <QuestionPicker
          chosen={fixed}
          onAdd={(question) => onChange([...fixed, question])}
          onClose={() => setIsPicking(false)}
        />
      )}
    </section>
  )
}
