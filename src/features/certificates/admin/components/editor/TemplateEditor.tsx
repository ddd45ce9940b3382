import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CertificateTemplate } from '#contract/certificates/templates.ts'
import { DraftNotice } from '#src/core/editing/FormNotices.tsx'
import { useDraftForm } from '#src/core/editing/use-draft-form.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { PageHeader } from '#src/shared/ui/PageHeader.tsx'
import { useSaveTemplate, type SaveMode } from '../../api/templates.queries.ts'
import { openedLook, wantedOf, type Look } from '../../model/look.ts'
import { Choices } from './Choices.tsx'
import { Preview } from './Preview.tsx'
import { Versions } from './Versions.tsx'
import type { FieldKind } from '#contract/certificates/look.ts'

type Props = {
  known: CertificateTemplate | null
  look: Look
  /** The unsaved changes are kept under this name. */
  name: string
  onClose: () => void
}

/** Choices on one side, what comes of them on the other. A draft is for admins; publishing makes a new version. */
export const TemplateEditor = ({ known: first, look: opened, name, onClose }: Props) => {
  const { t } = useTranslation('certificates/admin')
  const notify = useNotify()
  const [known, setKnown] = useState(first)
  const { form: look, change, settle, restored } = useDraftForm(name, opened)
  const [chosen, setChosen] = useState<FieldKind | null>(null)
  const [isTried, setTried] = useState(false)
  const [createKey] = useState(() => crypto.randomUUID())
  const save = useSaveTemplate(known, createKey)
  const send = (mode: SaveMode) => {
    setTried(true)
    if (look.name.trim() === '') return
    save.mutate(
      { look: wantedOf(look), mode },
      {
        onSuccess: (stored) => {
          setKnown(stored)
          settle(openedLook(stored))
          notify({
            kind: 'success',
            title: t(mode === 'draft' ? 'templates.drafted' : 'templates.published'),
          })
          if (mode === 'publish') onClose()
        },
      },
    )
  }
  const isSaving = (mode: SaveMode) => save.isPending && save.variables.mode === mode
  return (
    <>
      <PageHeader
        title={t(known ? 'templates.editTitle' : 'templates.newTitle')}
        text={t('templates.editText')}
        actions={
          <>
            <Button variant="ghost" onClick={onClose}>
              {t('change.cancel')}
            </Button>
            <Button variant="secondary" pending={isSaving('draft')} onClick={() => send('draft')}>
              {t('templates.saveDraft')}
            </Button>
            <Button pending={isSaving('publish')} onClick={() => send('publish')}>
              {t('templates.publish')}
            </Button>
          </>
        }
      />
      <DraftNotice
        say={(key) => t(`templates.${key}`)}
        restored={restored}
        onConflictSeen={undefined}
        onSaved={() => settle(opened)}
      />
      {save.isError && (
        <Alert kind="error" className="mb-4">
          {errorText(save.error, t('change.failed'))}
        </Alert>
      )}
      <div className="grid items-start gap-6 lg:grid-cols-[22rem_1fr]">
        <div className="flex min-w-0 flex-col gap-6">
          <Choices
            look={look}
            onChange={change}
            chosen={chosen}
            onChoose={setChosen}
            isNameMissing={isTried && look.name.trim() === ''}
          />
          {known && known.version > 0 && (
            <Versions templateId={known.id} onUse={(version) => change(version)} />
          )}
        </div>
        <Preview look={look} onChange={change} chosen={chosen} onChoose={setChosen} />
      </div>
    </>
  )
}
