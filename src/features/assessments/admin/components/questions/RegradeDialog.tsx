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
  /** Whether to take over the corrected keys of the bank; otherwise the key of one question is set here. */
  fromBank: boolean
  onClose: () => void
}

/** Corrects an answer key in two steps: preview the changed results, then apply with a reason. */
export const RegradeDialog = ({ assessmentId, items, fromBank, onClose }: Props) => {
  const { t } = useTranslation('assessments/admin/results')
  const notify = useNotify()
  const regrade = useRegrade(assessmentId)
  const [item] = items
  const [right, setRight] = useState<readonly Letter[]>(item?.newest_right ?? item?.right ?? [])
  const [reason, setReason] = useState('')
  const [isSubmitted, setSubmitted] = useState(false)
  const [preview, setPreview] = useState<RegradeResult | null>(null)
  useBusyWhile(reason.trim() !== '')
  const isReasonMissing = reason.trim() === ''
  const isLetterMissing = !fromBank && right.length === 0
  const requestBody = (dryRun: boolean) => ({
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
  const requestPreview = (event: FormEvent) => {
    event.preventDefault()
    setSubmitted(true)
    if (isReasonMissing || isLetterMissing || regrade.isPending) return
    regrade.mutate(requestBody(true), { onSuccess: setPreview })
  }
  const apply = () =>
    regrade.mutate(requestBody(false), {
      onSuccess: ({ changed }) => {
        onClose()
        notify({ kind: 'success', title: t('regrade.done', { count: changed }) })
      },
    })
  const errorAlert = regrade.error && (
    <Alert kind="error" title={errorText(regrade.error, t(preview ? 'notSaved' : 'regrade.failed'))} />
  )
  return (
    <Dialog
      open
      stubborn
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={t(fromBank ? 'regrade.titleBank' : 'regrade.title')}
      description={t(preview ? 'regrade.textSecond' : 'regrade.textFirst')}
      closeLabel={t('close')}
      actions={
        preview ? (
          <>
            <Button pending={regrade.isPending} onClick={apply}>
              {t('regrade.apply')}
            </Button>
            <Button
              variant="secondary"
              onClick={() => {
                regrade.reset()
                setPreview(null)
              }}
            >
              {t('regrade.back')}
            </Button>
          </>
        ) : undefined
      }
    >
      {preview ? (
        <div className="flex flex-col gap-4">
          <ChangeList preview={preview} />
          {errorAlert}
        </div>
      ) : (
        <form noValidate className="flex flex-col gap-5" onSubmit={requestPreview}>
          {fromBank ? (
            <BankKeys items={items} />
          ) : (
            item && (
              <Letters
                item={item}
                right={right}
                onChange={setRight}
                isMissing={isSubmitted && isLetterMissing}
              />
            )
          )}
          <Field
            label={t('reason.label')}
            required
            hint={t('regrade.reasonHint')}
            error={isSubmitted && isReasonMissing ? t('reason.missing') : null}
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
          {errorAlert}
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
  isMissing: boolean
}

const Letters = ({ item, right, onChange, isMissing }: LettersProps) => {
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
            error={isMissing && letter === letters.at(-1) ? t('regrade.noLetter') : null}
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
