import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { ItemAnalysis, RegradeResult } from '#contract/assessments/admin/item-analysis.ts'
import { letters, REASON_MAX, type Letter } from '#contract/assessments/shapes.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { Checkbox } from '#src/shared/ui/forms/Checkbox.tsx'
import { Dialog } from '#src/shared/ui/overlays/Dialog.tsx'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { QuestionText } from '#src/shared/ui/content/QuestionText.tsx'
import { TextArea } from '#src/shared/ui/forms/TextInput.tsx'
import { useRegrade } from '../../api/results.mutations.ts'
import { useBusyWhile } from '../../hooks/use-busy-while.ts'
import { useLocalized } from '#src/core/i18n/use-localized.ts'
import { ChangeList } from './ChangeList.tsx'

type Props = {
  assessmentId: number
  items: readonly ItemAnalysis[]
  /** The keys mended in the bank are taken over as they are; else one question's key is set here. */
  fromBank: boolean
  onClose: () => void
}

/** Mending a key in two steps: first what would change and for whom, then the deed with its reason. */
export const RegradeDialog = ({ assessmentId, items, fromBank, onClose }: Props) => {
  const { t } = useTranslation('assessments/admin/results')
  const notify = useNotify()
  const regrade = useRegrade(assessmentId)
  const [item] = items
  const [right, setRight] = useState<readonly Letter[]>(item?.newest_right ?? item?.right ?? [])
  const [reason, setReason] = useState('')
  const [isSubmitted, setSubmitted] = useState(false)
  const [outlook, setOutlook] = useState<RegradeResult | null>(null)
  useBusyWhile(reason.trim() !== '')
  const noReason = reason.trim() === ''
  const noLetter = !fromBank && right.length === 0
  const body = (dryRun: boolean) => ({
    dry_run: dryRun,
    reason: reason.trim(),
    keys:
      fromBank || !item
        ? []
        : [
            {
              question_id: item.question_id,
              version: item.version,
              right: letters.filter((letter) => right.includes(letter)),
            },
          ],
  })
  const look = (event: FormEvent) => {
    event.preventDefault()
    setSubmitted(true)
    if (noReason || noLetter || regrade.isPending) return
    regrade.mutate(body(true), { onSuccess: setOutlook })
  }
  const apply = () =>
    regrade.mutate(body(false), {
      onSuccess: ({ changed }) => {
        onClose()
        notify({ kind: 'success', title: t('regrade.done', { count: changed }) })
      },
    })
  const failed = regrade.error && (
    <Alert kind="error" title={errorText(regrade.error, t(outlook ? 'notSaved' : 'regrade.failed'))} />
  )
  return (
    <Dialog
      open
      stubborn
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={t(fromBank ? 'regrade.titleBank' : 'regrade.title')}
      description={t(outlook ? 'regrade.textSecond' : 'regrade.textFirst')}
      closeLabel={t('close')}
      actions={
        outlook ? (
          <>
            <Button pending={regrade.isPending} onClick={apply}>
              {t('regrade.apply')}
            </Button>
            <Button
              variant="secondary"
              onClick={() => {
                regrade.reset()
                setOutlook(null)
              }}
            >
              {t('regrade.back')}
            </Button>
          </>
        ) : undefined
      }
    >
      {outlook ? (
        <div className="flex flex-col gap-4">
          <ChangeList outlook={outlook} />
          {failed}
        </div>
      ) : (
        <form noValidate className="flex flex-col gap-5" onSubmit={look}>
          {fromBank ? (
            <BankKeys items={items} />
          ) : (
            item && (
              <Letters item={item} right={right} onChange={setRight} missing={isSubmitted && noLetter} />
            )
          )}
          <Field
            label={t('reason.label')}
            required
            hint={t('regrade.reasonHint')}
            error={isSubmitted && noReason ? t('reason.missing') : null}
          >
            {(control) => (
              <TextArea
                {...control}
                rows={3}
                maxLength={REASON_MAX}
                value={reason}
                onChange={(event) => setReason(event.target.value)}
              />
            )}
          </Field>
          {failed}
          <Button type="submit" pending={regrade.isPending}>
            {t('regrade.look')}
          </Button>
        </form>
      )}
    </Dialog>
  )
}

type LettersProps = {
  item: ItemAnalysis
  right: readonly Letter[]
  onChange: (right: readonly Letter[]) => void
  missing: boolean
}

const Letters = ({ item, right, onChange, missing }: LettersProps) => {
  const { t } = useTranslation('assessments/admin/results')
  const { local } = useLocalized()
  return (
    <fieldset>
      <legend className="font-medium text-ink">
        <QuestionText text={local(item.prompt, item.main_language)} />
      </legend>
      <p className="mt-1 text-sm text-ink-muted">{t('regrade.lettersHint')}</p>
      <div className="mt-2">
        {letters.map((letter, index) => (
          <Checkbox
            key={letter}
            checked={right.includes(letter)}
            label={
              <>
                <span className="font-semibold">{letter}</span>{' '}
                <QuestionText
                  text={local(item.options[index] ?? {}, item.main_language)}
                  className="inline-block align-top"
                />
              </>
            }
            error={missing && letter === letters.at(-1) ? t('regrade.noLetter') : null}
            onChange={(event) =>
              onChange(event.target.checked ? [...right, letter] : right.filter((each) => each !== letter))
            }
          />
        ))}
      </div>
    </fieldset>
  )
}

const BankKeys = ({ items }: { items: readonly ItemAnalysis[] }) => {
  const { t } = useTranslation('assessments/admin/results')
  const { local } = useLocalized()
  return (
    <ul className="flex flex-col gap-3">
      {items.map((item) => (
        <li key={`${item.question_id}.${item.version}`} className="text-sm">
          <span className="line-clamp-2 text-ink">
            <QuestionText text={local(item.prompt, item.main_language)} />
          </span>
          <span className="text-ink-muted">
            {t('regrade.bankKey', {
              before: item.right.join(', '),
              after: (item.newest_right ?? []).join(', '),
            })}
          </span>
        </li>
      ))}
    </ul>
  )
}
