import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { EditedProgrammes } from '#contract/money/admin-programmes.ts'
import type { ProgrammeSlug } from '#contract/money/programme-slugs.ts'
import { isApiError } from '#src/core/http/api-error.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Dialog } from '#src/shared/ui/overlays/Dialog.tsx'
import { useSaveProgramme } from '../api/programmes.queries.ts'
import { formOf, issuesOf, programmeBody, type ProgrammeForm } from './programme-form.ts'
import { ProgrammeFields } from './ProgrammeFields.tsx'

type Props = { page: EditedProgrammes; slug: ProgrammeSlug; onClose: () => void }

const programmeOf = ({ page, slug }: Props) => page.results.find((each) => each.slug === slug)

/** Sets a programme up, or changes it for whoever has paid nothing yet. */
export const ProgrammeDialog = (props: Props) => {
  const { page, slug, onClose } = props
  const { t } = useTranslation('money')
  const { form, change, issues, save, submit } = useProgrammeForm(props)
  const isOutdated = isApiError(save.error) && save.error.code === 'conflict'
  const hasBuyers = (programmeOf(props)?.buyers ?? 0) > 0
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t(`coupons.programme.${slug}`)}
      description={t(hasBuyers ? 'programmes.keepsText' : 'programmes.newText')}
      closeLabel={t('close')}
      actions={
        <>
          <Button pending={save.isPending} onClick={submit}>
            {t('programmes.save')}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            {t('cancel')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <ProgrammeFields page={page} form={form} issues={issues} onChange={change} />
        {save.isError && (
          <Alert kind="error">
            {isOutdated ? t('programmes.outdated') : errorText(save.error, t('programmes.notSaved'))}
          </Alert>
        )}
        {Object.keys(issues).length > 0 && <Alert kind="warning">{t('programmes.look')}</Alert>}
      </div>
    </Dialog>
  )
}

const useProgrammeForm = (props: Props) => {
  const { t } = useTranslation('money')
  const notify = useNotify()
  const { page, slug, onClose } = props
  const { currency, languages } = page
  const programme = programmeOf(props)
  const save = useSaveProgramme(slug)
  const [form, setForm] = useState(() => formOf(programme, currency))
  const [isTried, setTried] = useState(false)
  const issues = issuesOf(form, { currency, needed: languages })
  const submit = () => {
    setTried(true)
    if (Object.keys(issues).length > 0) return
    save.mutate(programmeBody(form, currency, programme?.revision ?? 0), {
      onSuccess: () => {
        notify({ kind: 'success', title: t('programmes.saved') })
        onClose()
      },
    })
  }
  const change = (next: Partial<ProgrammeForm>) => setForm((before) => ({ ...before, ...next }))
  return { form, change, issues: isTried ? issues : {}, save, submit }
}
