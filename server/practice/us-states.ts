/** The short names of the states of the USA, with the District of Columbia and the inhabited territories. */
export const usStates =
  `AL AK AS AZ AR CA CO CT DE DC FL GA GU HI ID IL IN IA KS KY LA ME MD MA MI MN MP MS MO MT NE NV NH NJ NM NY NC ND
  OH OK OR PA PR RI SC SD TN TX UT VT VA VI WA WV WI WY`.split(/\s+/)
