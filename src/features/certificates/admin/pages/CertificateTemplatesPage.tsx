import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CertificateTemplate } from '#contract/certificates/templates.ts'
import { designIds } from '#contract/certificates/shapes.ts'
import { ListStates } from '#src/core/lists/ListStates.tsx'
import { paths } from '#src/core/paths.ts'
import { BackLink } from '#src/shared/ui/BackLink.tsx'
import { Badge } from '#src/shared/ui/content/Badge.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { PageHeader } from '#src/shared/ui/PageHeader.tsx'
import { CertificateSheet } from '../../components/CertificateSheet.tsx'
import { templatesQuery } from '../api/portal.queries.ts'
import { TemplateEditor } from '../components/TemplateEditor.tsx'
import { newLook, sampleOf, type Look } from '../model/look.ts'

interface Editing {
  known: CertificateTemplate | null
  look: Look
}

/** /admin/certificate-templates: the looks in use, and six designs to begin with. */
export const CertificateTemplatesPage = () => {
  const { t } = useTranslation('certificates/admin')
  const query = useQuery(templatesQuery())
  const [editing, setEditing] = useState<Editing | null>(null)
  if (editing)
    return (
      <TemplateEditor {...editing} issuer={query.data?.issuer_name ?? ''} onClose={() => setEditing(null)} />
    )
  return (
    <>
      <PageHeader
        above={<BackLink to={paths.adminCertificates}>{t('title')}</BackLink>}
        title={t('templates.title')}
        text={t('templates.intro')}
      />
      <ListStates
        rows={query.data && [query.data]}
        query={query}
        texts={{
          loading: t('templates.loading'),
          failed: t('templates.failed'),
          empty: { title: t('templates.title') },
        }}
        skeleton={{ rows: 3, className: 'h-72', list: GRID }}
      >
        {([found]) =>
          found && (
            <div className="flex flex-col gap-10">
              {found.templates.length > 0 && (
                <InUse
                  templates={found.templates}
                  issuer={found.issuer_name}
                  onOpen={(known) => setEditing({ known, look: known })}
                />
              )}
              <Gallery
                issuer={found.issuer_name}
                onChoose={(design) =>
                  setEditing({
                    known: null,
                    look: newLook(design, t(`templates.designs.${design}`), found.templates.length === 0),
                  })
                }
              />
            </div>
          )
        }
      </ListStates>
    </>
  )
}

const GRID = 'grid grid-cols-1 gap-5 sm:grid-cols-2 xl:grid-cols-3'

type InUseProps = {
  templates: readonly CertificateTemplate[]
  issuer: string
  onOpen: (template: CertificateTemplate) => void
}

const InUse = ({ templates, issuer, onOpen }: InUseProps) => {
  const { t } = useTranslation('certificates/admin')
  return (
    <section aria-labelledby="templates-used">
      <h2 id="templates-used" className="mb-4 text-xl font-semibold text-ink">
        {t('templates.used')}
      </h2>
      <ul className={GRID}>
        {templates.map((template) => (
          <li key={template.id} className="card flex flex-col overflow-hidden">
            <Thumbnail look={template} issuer={issuer} />
            <div className="flex flex-1 flex-wrap items-center justify-between gap-3 p-4">
              <div className="min-w-0">
                <h3 className="flex flex-wrap items-center gap-2 font-semibold text-ink">
                  <bdi>{template.name}</bdi>
                  {template.is_default && <Badge tone="primary">{t('templates.default')}</Badge>}
                </h3>
                <p className="text-sm text-ink-muted">
                  {t('templates.version', { version: template.version })} ·{' '}
                  {t('rules.issued', { count: template.issued })}
                </p>
              </div>
              <Button variant="secondary" size="sm" onClick={() => onOpen(template)}>
                {t('rules.edit')}
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

type GalleryProps = { issuer: string; onChoose: (design: (typeof designIds)[number]) => void }

const Gallery = ({ issuer, onChoose }: GalleryProps) => {
  const { t } = useTranslation('certificates/admin')
  return (
    <section aria-labelledby="templates-designs">
      <h2 id="templates-designs" className="mb-4 text-xl font-semibold text-ink">
        {t('templates.gallery')}
      </h2>
      <ul className={GRID}>
        {designIds.map((design) => (
          <li key={design} className="card flex flex-col overflow-hidden">
            <Thumbnail look={newLook(design, '', false)} issuer={issuer} />
            <div className="flex items-center justify-between gap-3 p-4">
              <h3 className="font-semibold text-ink">{t(`templates.designs.${design}`)}</h3>
              <Button variant="secondary" size="sm" onClick={() => onChoose(design)}>
                {t('templates.use')}
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

const Thumbnail = ({ look, issuer }: { look: Look; issuer: string }) => {
  const { t } = useTranslation('certificates/admin')
  const sample = sampleOf(look, {
    issuer,
    name: t('templates.sampleName'),
    title: t('templates.sampleTitle'),
  })
  return (
    <div className="flex aspect-1414/1000 items-center justify-center bg-surface-sunken p-4">
      <CertificateSheet
        isPicture
        data={sample}
        className={sample.orientation === 'portrait' ? 'h-full' : 'w-full'}
      />
    </div>
  )
}
