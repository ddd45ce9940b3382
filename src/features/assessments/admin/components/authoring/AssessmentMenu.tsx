import Archive from 'lucide-react/icons/archive'
import ArchiveRestore from 'lucide-react/icons/archive-restore'
import Copy from 'lucide-react/icons/copy'
import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical'
import Trash2 from 'lucide-react/icons/trash-2'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import type { AuthoredLine } from '#contract/assessments/admin/authoring.ts'
import { isApiError } from '#src/core/http/api-error.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { adminPaths } from '#src/core/admin-paths.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Dialog } from '#src/shared/ui/overlays/Dialog.tsx'
import { iconButtonClass } from '#src/shared/ui/IconButton.tsx'
import { Menu, type MenuItem } from '#src/shared/ui/overlays/Menu.tsx'
import { useArchive, useDeleteAssessment, useDuplicate } from '../../api/authoring.queries.ts'

type Props = { line: AuthoredLine; title: string; onArchived: () => void }

/** The actions on a whole assessment. */
export const AssessmentMenu = ({ line, title, onArchived }: Props) => {
  const { t } = useTranslation('assessments/admin/authoring')
  const [isDeleting, setIsDeleting] = useState(false)
  const notifyFailure = useNotifyFailure()
  const copy = useDuplicateAction(line)
  const archive = useArchive()
  const setArchived = (archived: boolean) =>
    archive.mutate(
      { id: line.id, archived },
      {
        onSuccess: () => {
          if (archived) onArchived()
        },
        onError: notifyFailure,
      },
    )
  const items: MenuItem[] = [
    {
      id: 'copy',
      label: t('archive.duplicate'),
      icon: <Copy aria-hidden="true" size={18} />,
      disabled: copy.isPending,
      onSelect: copy.start,
    },
    line.archived
      ? {
          id: 'restore',
          label: t('archive.restore'),
          icon: <ArchiveRestore aria-hidden="true" size={18} />,
          disabled: archive.isPending,
          onSelect: () => setArchived(false),
        }
      : {
          id: 'archive',
          label: t(line.status === 'active' ? 'archive.putActive' : 'archive.put'),
          icon: <Archive aria-hidden="true" size={18} />,
          disabled: archive.isPending || line.status === 'active',
          onSelect: () => setArchived(true),
        },
  ]
  if (line.status === 'inactive' && line.attempts === 0)
    items.push(
      { id: 'separator', separator: true },
      {
        id: 'delete',
        label: t('archive.delete'),
        icon: <Trash2 aria-hidden="true" size={18} />,
        danger: true,
        onSelect: () => setIsDeleting(true),
      },
    )
  return (
    <>
      <Menu
        trigger={
          <button
            type="button"
            aria-label={t('archive.more', { title })}
            className={iconButtonClass('plain')}
          >
            <EllipsisVertical aria-hidden="true" size={20} />
          </button>
        }
        items={items}
      />
      {isDeleting && <DeleteDialog id={line.id} title={title} onClose={() => setIsDeleting(false)} />}
    </>
  )
}

/** A colleague changed the assessment first, or the request failed. */
const useNotifyFailure = () => {
  const { t } = useTranslation('assessments/admin/authoring')
  const notify = useNotify()
  return (error: unknown) => {
    const conflict = isApiError(error) && error.status === 409
    notify({
      kind: 'error',
      title: t('notSaved'),
      message: conflict ? t('archive.refused') : errorText(error, t('archive.again')),
    })
  }
}

const useDuplicateAction = (line: AuthoredLine) => {
  const { t } = useTranslation('assessments/admin/authoring')
  const notify = useNotify()
  const navigate = useNavigate()
  const notifyFailure = useNotifyFailure()
  const { mutate, isPending } = useDuplicate()
  const start = () =>
    mutate(
      { id: line.id, key: crypto.randomUUID() },
      {
        onSuccess: ({ id }) => {
          notify({ kind: 'success', title: t('archive.duplicated') })
          void navigate(`${adminPaths.assessments}?assessment=${id}`)
        },
        onError: notifyFailure,
      },
    )
  return { isPending, start }
}

const DeleteDialog = ({ id, title, onClose }: { id: number; title: string; onClose: () => void }) => {
  const { t } = useTranslation('assessments/admin/authoring')
  const remove = useDeleteAssessment()
  const notifyFailure = useNotifyFailure()
  const notify = useNotify()
  return (
    <Dialog
      open
      stubborn={remove.isPending}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={t('archive.deleteTitle')}
      description={<bdi>{title}</bdi>}
      closeLabel={t('close')}
      actions={
        <>
          <Button
            variant="danger"
            pending={remove.isPending}
            onClick={() =>
              remove.mutate(id, {
                onSuccess: () => notify({ kind: 'success', title: t('archive.deleted') }),
                onError: notifyFailure,
                onSettled: onClose,
              })
            }
          >
            {t('archive.deleteYes')}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            {t('archive.keep')}
          </Button>
        </>
      }
    >
      <p>{t('archive.deleteText')}</p>
    </Dialog>
  )
}
