/** What stories about addresses share. */
export const LONDON = {
  name: 'Sam Hill',
  phone: '020 7946 0958',
  country: 'GB',
  city: 'London',
  lines: ['221B Baker Street'],
  postcode: 'NW1 6XE',
}

/** The call that lists them. */
export const ADDRESSES = /\/api\/user\/addresses$/
