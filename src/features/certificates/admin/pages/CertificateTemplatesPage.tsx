import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import type { CertificateTemplate } from '#contract/certificates/templates.ts'
import { designIds } from '#contract/certificates/shapes.ts'
import { ListStates } from '#src/core/lists/ListStates.tsx'
import { adminPaths } from '#src/core/admin-paths.ts'
import { BackLink } from '#src/shared/ui/BackLink.tsx'
import { Badge } from '#src/shared/ui/content/Badge.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { PageHeader } from '#src/shared/ui/PageHeader.tsx'
import { templatesQuery } from '../api/templates.queries.ts'
import { LookPicture } from '../components/LookPicture.tsx'
import { TemplateEditor } from '../components/editor/TemplateEditor.tsx'
import { newLook, openedLook, type Look } from '../model/look.ts'

interface Editing {
  known: CertificateTemplate | null
  look: Look
}

/** What the address names: a template, or a design to begin with. Null for none and for one that does not exist. */
const useEditing = (templates: readonly CertificateTemplate[] | undefined): Editing | null => {
  const { t } = useTranslation('certificates/admin')
  const [address] = useSearchParams()
  if (!templates) return null
  const known = templates.find(({ id }) => String(id) === address.get('template'))
  if (known) return { known, look: openedLook(known) }
  const design = designIds.find((each) => each === address.get('design'))
  return design
    ? { known: null, look: newLook(design, t(`templates.designs.${design}`), templates.length === 0) }
    : null
}

/** /admin/certificate-templates: the looks in use, and six designs to begin with. */
export const CertificateTemplatesPage = () => {
  const { t } = useTranslation('certificates/admin')
  const query = useQuery(templatesQuery())
  const [address, setAddress] = useSearchParams()
  const editing = useEditing(query.data?.templates)
  if (editing)
    return (
      <TemplateEditor
        key={address.toString()}
        name={`certificate-template:${editing.known?.id ?? editing.look.design}`}
        {...editing}
        onClose={() => setAddress({})}
      />
    )
  return (
    <>
      <PageHeader
        above={<BackLink to={adminPaths.certificates}>{t('title')}</BackLink>}
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
                  onOpen={({ id }) => setAddress({ template: String(id) })}
                />
              )}
              <Gallery onChoose={(design) => setAddress({ design })} />
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
  onOpen: (template: CertificateTemplate) => void
}

const InUse = ({ templates, onOpen }: InUseProps) => {
  const { t } = useTranslation('certificates/admin')
  return (
    <section aria-labelledby="templates-used">
      <h2 id="templates-used" className="mb-4 text-xl font-semibold text-ink">
        {t('templates.used')}
      </h2>
      <ul className={GRID}>
        {templates.map((template) => (
          <li key={template.id} className="card flex flex-col overflow-hidden">
            <Thumbnail look={template} />
            <div className="flex flex-1 flex-wrap items-center justify-between gap-3 p-4">
              <div className="min-w-0">
                <h3 className="flex flex-wrap items-center gap-2 font-semibold text-ink">
                  <bdi>{template.name}</bdi>
                  {template.is_default && <Badge tone="primary">{t('templates.default')}</Badge>}
                  {template.draft && <Badge>{t('templates.draft')}</Badge>}
                </h3>
                <p className="text-sm text-ink-muted">
                  {template.version === 0
                    ? t('templates.neverPublished')
                    : `${t('templates.version', { version: template.version })} · ${t('rules.issued', { count: template.issued })}`}
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

type GalleryProps = { onChoose: (design: (typeof designIds)[number]) => void }

const Gallery = ({ onChoose }: GalleryProps) => {
  const { t } = useTranslation('certificates/admin')
  return (
    <section aria-labelledby="templates-designs">
      <h2 id="templates-designs" className="mb-4 text-xl font-semibold text-ink">
        {t('templates.gallery')}
      </h2>
      <ul className={GRID}>
        {designIds.map((design) => (
          <li key={design} className="card flex flex-col overflow-hidden">
            <Thumbnail look={newLook(design, '', false)} />
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

const Thumbnail = ({ look }: { look: Look }) => (
  <div className="relative aspect-1414/1000 bg-surface-sunken">
    <div className="absolute inset-1/20 flex items-center justify-center">
      <LookPicture look={look} className={look.orientation === 'portrait' ? 'h-full' : 'w-full'} />
    </div>
  </div>
)
