import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { WorkshopDocument } from '#contract/workshops/manage.ts'
import { FailedPage } from '#src/core/editing/FailedPage.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { BackLink } from '#src/shared/ui/BackLink.tsx'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Skeleton } from '#src/shared/ui/feedback/Skeleton.tsx'
import { PageHeader } from '#src/shared/ui/PageHeader.tsx'
import { workshopOptionsQuery, workshopQuery } from '../api/workshops.queries.ts'
import { useWorkshopEditor, type EditorState } from '../hooks/use-workshop-editor.ts'
import { newDraft } from '../model/draft.ts'
import { DetailFields, PlaceFields, SeatFields, TimeFields } from './EditorFields.tsx'
import { FormBuilder } from './FormBuilder.tsx'
import { StatePanel } from './StatePanel.tsx'

interface Course {
  id: number
  title: string
}

/** A new workshop, or one to change. */
export const WorkshopEditor = ({ workshopId }: { workshopId: number | null }) => {
  const { t } = useTranslation('workshops/admin')
  const options = useQuery(workshopOptionsQuery())
  const workshop = useQuery({ ...workshopQuery(workshopId ?? 0), enabled: workshopId !== null })
  const failed = options.isError ? options : workshop.isError ? workshop : null
  if (failed)
    return (
      <FailedPage
        error={failed.error}
        say={(key) => t(`editor.${key === 'failed' ? 'notLoaded' : key}`)}
        missing={t('editor.missing')}
        pending={failed.isFetching}
        onRetry={() => void failed.refetch()}
      />
    )
  if (!options.data || (workshopId !== null && !workshop.data))
    return (
      <div role="status" aria-label={t('editor.loading')} className="flex flex-col gap-4">
        <Skeleton className="h-10 w-1/2 rounded-lg" />
        <Skeleton className="h-96 w-full rounded-xl" />
      </div>
    )
  return (
    <Editor
      document={workshop.data ?? null}
      options={options.data}
      reload={async () => (await workshop.refetch()).data}
    />
  )
}

interface EditorProps {
  document: WorkshopDocument | null
  options: { courses: readonly Course[]; time_zone: string }
  reload: () => Promise<WorkshopDocument | undefined>
}

const Editor = ({ document, options, reload }: EditorProps) => {
  const { t } = useTranslation('workshops/admin')
  const [first] = useState(() => document?.draft ?? newDraft(options.time_zone, new Date()))
  const editor = useWorkshopEditor({ document, draft: first, reload })
  return (
    <>
      <PageHeader
        above={<BackLink to="?tab=workshops">{t('editor.back')}</BackLink>}
        title={editor.stored ? <bdi>{editor.stored.workshop.title}</bdi> : t('editor.new')}
      />
      <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_18rem] lg:items-start">
        <form
          noValidate
          aria-label={t('editor.form')}
          className="flex min-w-0 flex-col gap-8"
          onSubmit={(event) => {
            event.preventDefault()
            editor.save()
          }}
        >
          {editor.isConflict && <ConflictNotice editor={editor} />}
          <DetailFields editor={editor} courses={options.courses} />
          <TimeFields editor={editor} />
          <PlaceFields editor={editor} />
          <SeatFields editor={editor} />
          <FormBuilder editor={editor} />
          <SaveBar editor={editor} />
        </form>
        {editor.stored && <StatePanel editor={editor} workshop={editor.stored.workshop} />}
      </div>
    </>
  )
}

const SaveBar = ({ editor }: { editor: EditorState }) => {
  const { t } = useTranslation('workshops/admin')
  const problems = Object.values(editor.issues).flat()
  return (
    <div className="floating sticky bottom-20 z-10 flex flex-col gap-3 p-3 sm:bottom-4">
      {problems.length > 0 && <Alert kind="error">{t('editor.check')}</Alert>}
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" pending={editor.isSaving} disabled={!editor.isChanged}>
          {t(editor.stored ? 'editor.save' : 'editor.create')}
        </Button>
        <p role="status" className="text-sm text-ink-muted">
          {editor.stored && t(editor.isChanged ? 'editor.unsaved' : 'editor.allSaved')}
        </p>
      </div>
    </div>
  )
}

const ConflictNotice = ({ editor }: { editor: EditorState }) => {
  const { t } = useTranslation('workshops/admin')
  return (
    <Alert
      kind="warning"
      title={t('editor.conflict')}
      action={
        <span className="flex flex-wrap gap-2">
          <Button size="sm" onClick={() => void editor.keepMine()}>
            {t('editor.mine')}
          </Button>
          <Button size="sm" variant="secondary" onClick={() => void editor.takeTheirs()}>
            {t('editor.theirs')}
          </Button>
        </span>
      }
    >
      {t('editor.conflictText')}
    </Alert>
  )
}
