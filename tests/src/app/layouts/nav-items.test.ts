import { describe, expect, it } from 'vitest'
import type { Feature } from '#contract/client-info/client-info.ts'
import {
  adminBottomItems,
  adminSideItems,
  isActiveLink,
  isPlayerPath,
  studentBottomItems,
  studentSideItems,
} from '#src/app/layouts/nav-items.ts'

const features = (...slugs: string[]): Feature[] =>
  slugs.map((slug, index) => ({
    id: index + 1,
    slug,
    title: `Title of ${slug}`,
    links: [
      { title: slug, href: `/${slug.replace('dashboard', '')}` },
      { title: 'second', href: '/second' },
    ],
  }))
const everything = () => true
const slugs = (items: { slug: string }[]) => items.map(({ slug }) => slug)

describe('admin sidebar', () => {
  it('given no feature at all, when shown, then only the dashboard', () => {
    expect(adminSideItems([], everything)).toEqual([{ slug: 'admin_dashboard', to: '/admin/dashboard' }])
  })

  it('given every slug, when shown, then the order and addresses of the specification', () => {
    const all = features(
      'admin_attendance',
      'admin_webinar_management',
      'admin_payment',
      'admin_live',
      'admin_emails',
      'admin_referral',
      'admin_assessment_result',
      'admin_workshop_reg',
      'admin_course_builder',
      'admin_manage_students',
    )
    expect(adminSideItems(all, everything).map(({ to }) => to)).toEqual([
      '/admin/dashboard',
      '/admin/manage-students',
      '/admin/courses',
      '/admin/workshop-registrations',
      '/admin/assesment-results',
      '/admin/referals',
      '/admin/email-send',
      '/admin/live',
      '/admin/payment-links',
      '/admin/webinar-management',
      '/admin/attendance',
    ])
  })

  it('given a slug in other letters, when compared, then case does not matter but the rest does', () => {
    expect(slugs(adminSideItems(features('ADMIN_Emails'), everything))).toContain('admin_emails')
    expect(slugs(adminSideItems(features('admin_emails_2'), everything))).toEqual(['admin_dashboard'])
  })

  it('given a feature whose page does not exist, when shown, then it is left out', () => {
    expect(slugs(adminSideItems(features('admin_emails'), (path) => path !== '/admin/email-send'))).toEqual([
      'admin_dashboard',
    ])
  })
})

describe('student sidebar', () => {
  it('given some features, when shown, then home first and in the order of the specification', () => {
    const items = studentSideItems(features('community_forum', 'LIVE_CLASS', 'course'), everything)
    expect(items.map(({ to }) => to)).toEqual(['/', '/courses', '/live', '/community'])
  })
})

describe('bottom bars', () => {
  it('given seven features, when shown to a student, then the first five with their first links, no admin ones', () => {
    const items = studentBottomItems(
      features(
        'dashboard',
        'admin_emails',
        'course',
        'assessment',
        'live',
        'attendance',
        'community_forum',
        'job_portal',
      ),
      everything,
    )
    expect(slugs(items)).toEqual(['dashboard', 'course', 'assessment', 'live', 'attendance'])
    expect(items[0]?.to).toBe('/')
    expect(items[1]?.to).toBe('/course')
  })

  it('given a feature without links or page, when shown, then the next one takes its place', () => {
    const [first, ...rest] = features('course', 'live')
    const items = studentBottomItems([{ ...(first as Feature), links: [] }, ...rest], everything)
    expect(slugs(items)).toEqual(['live'])
    expect(studentBottomItems(rest, () => false)).toEqual([])
  })

  it('given all admin features, when shown, then at most five of the six listed, none of the others', () => {
    const items = adminBottomItems(
      features(
        'admin_emails',
        'admin_attendance',
        'admin_workshop_reg',
        'admin_assessment_result',
        'admin_course_builder',
        'admin_manage_students',
      ),
      everything,
    )
    expect(slugs(items)).toEqual([
      'admin_dashboard',
      'admin_manage_students',
      'admin_course_builder',
      'admin_attendance',
      'admin_workshop_reg',
    ])
  })
})

describe('active entry', () => {
  it.each([
    ['/', '/', true],
    ['/', '/courses', false],
    ['/courses', '/courses', true],
    ['/courses', '/courses/12', true],
    ['/courses', '/', false],
    ['/live', '/learn', false],
  ])('given the link %s, when at %s, then %s', (link, path, expected) => {
    expect(isActiveLink(link, path)).toBe(expected)
  })

  it('given the course player, when asked, then only its addresses count', () => {
    expect(isPlayerPath('/learn/course/3/14')).toBe(true)
    expect(isPlayerPath('/learn')).toBe(false)
    expect(isPlayerPath('/courses/3')).toBe(false)
  })
})
