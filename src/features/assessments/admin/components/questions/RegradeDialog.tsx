import { useState, type FormEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ItemAnalysis, RegradeResult } from '#contract/assessments/admin/item-analysis.ts'
import { letters, REASON_MAX, type Letter } from '#contract/assessments/shapes.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { Dialog } from '#src/shared/ui/overlays/Dialog.tsx'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { TextArea } from '#src/shared/ui/forms/TextInput.tsx'
import { useRegrade } from '../../api/results.mutations.ts'
import { useBusyWhile } from '../../hooks/use-busy-while.ts'
import { ChangeList } from './ChangeList.tsx'
import { BankKeys, LetterFields } from './KeyFields.tsx'

type Props = {
  assessmentId: number
  items: readonly ItemAnalysis[]
  /** Whether to take over the corrected keys of the bank; otherwise the key of one question is set here. */
  fromBank: boolean
  onClose: () => void
}

/** Corrects an answer key in two steps: preview the changed results, then apply with a reason. */
export const RegradeDialog = (props: Props) => {
  const { t } = useTranslation('assessments/admin/results')
  const { fromBank, onClose } = props
  const current = useRegrading(props)
  const { preview, isPending, error, apply, goBack } = current
  const errorAlert = error && (
    <Alert kind="error" title={errorText(error, t(preview ? 'notSaved' : 'regrade.failed'))} />
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
        preview && (
          <>
            <Button pending={isPending} onClick={apply}>
              {t('regrade.apply')}
            </Button>
            <Button variant="secondary" onClick={goBack}>
              {t('regrade.back')}
            </Button>
          </>
        )
      }
    >
      {preview ? (
        <div className="flex flex-col gap-4">
          <ChangeList preview={preview} />
          {errorAlert}
        </div>
      ) : (
        <KeyForm {...props} current={current} errorAlert={errorAlert} />
      )}
    </Dialog>
  )
}

/** The corrected key and its reason, the preview of what changes, and the two requests. */
const useRegrading = ({ assessmentId, items, fromBank, onClose }: Props) => {
  const { t } = useTranslation('assessments/admin/results')
  const notify = useNotify()
  const regrade = useRegrade(assessmentId)
  const [item] = items
  const [right, setRight] = useState<readonly Letter[]>(item?.newest_right ?? item?.right ?? [])
  const [reason, setReason] = useState('')
  const [isSubmitted, setSubmitted] = useState(false)
  const [preview, setPreview] = useState<RegradeResult | null>(null)
  const isReasonMissing = reason.trim() === ''
  const isLetterMissing = !fromBank && right.length === 0
  useBusyWhile(!isReasonMissing)
  const keys =
    fromBank || !item
      ? []
      : [
          {
            question_id: item.question_id,
            version: item.version,
            right: letters.filter((letter) => right.includes(letter)),
          },
        ]
  const body = { reason: reason.trim(), keys }
  return {
    right,
    setRight,
    reason,
    setReason,
    preview,
    isPending: regrade.isPending,
    error: regrade.error,
    hasReasonError: isSubmitted && isReasonMissing,
    hasLetterError: isSubmitted && isLetterMissing,
    requestPreview: (event: FormEvent) => {
      event.preventDefault()
      setSubmitted(true)
      if (isReasonMissing || isLetterMissing || regrade.isPending) return
      regrade.mutate({ ...body, dry_run: true }, { onSuccess: setPreview })
    },
    apply: () =>
      regrade.mutate(
        { ...body, dry_run: false },
        {
          onSuccess: ({ changed }) => {
            onClose()
            notify({ kind: 'success', title: t('regrade.done', { count: changed }) })
          },
        },
      ),
    goBack: () => {
      regrade.reset()
      setPreview(null)
    },
  }
}

type FormProps = Props & { current: ReturnType<typeof useRegrading>; errorAlert: ReactNode }

const KeyForm = ({ items, fromBank, current, errorAlert }: FormProps) => {
  const { t } = useTranslation('assessments/admin/results')
  const [item] = items
  return (
    <form noValidate className="flex flex-col gap-5" onSubmit={current.requestPreview}>
      {fromBank && <BankKeys items={items} />}
      {!fromBank && item && (
        <LetterFields
          item={item}
          right={current.right}
          onChange={current.setRight}
          isMissing={current.hasLetterError}
        />
      )}
      <Field
        label={t('reason.label')}
        required
        hint={t('regrade.reasonHint')}
        error={current.hasReasonError ? t('reason.missing') : null}
      >
        {(control) => (
          <TextArea
            {...control}
            rows={3}
            maxLength={REASON_MAX}
            value={current.reason}
            onChange={(event) => current.setReason(event.target.value)}
          />
        )}
      </Field>
      {errorAlert}
      <Button type="submit" pending={current.isPending}>
        {t('regrade.look')}
      </Button>
    </form>
  )
}
