/** All servers of a test can work on one database. */
export const TEST_MASTER_KEY = Buffer.alloc(32, 'a master key of tests only').toString('base64')
