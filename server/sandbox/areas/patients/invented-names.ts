// Invented people: common given and family names of several origins, combined by the seed.

const listed = (text: string): string[] => text.trim().split(/\s*,\s*/)

export const femaleNames = listed(`
  Abigail, Aisha, Alma, Anika, Beatriz, Bridget, Camille, Carmen, Charlotte, Chloe, Daniela, Deborah, Eleanor,
  Elif, Emma, Fatima, Florence, Gabriela, Hana, Harper, Imani, Ingrid, Irene, Joanna, Julia, Kavya, Keiko, Leila,
  Linda, Lucia, Mei, Miriam, Naomi, Olga, Patricia, Rosa, Ruby, Sofia, Tamara, Zoe
`)

export const maleNames = listed(`
  Adrian, Ahmed, Alexei, Andrew, Anthony, Arjun, Bruno, Caleb, Carlos, Cedric, Darnell, David, Diego, Edwin,
  Elias, Felix, George, Hassan, Henry, Hiroshi, Ivan, Jamal, Javier, Joseph, Kenneth, Kwame, Leon, Liam, Luis,
  Mateo, Michael, Nikhil, Oscar, Paul, Rafael, Simon, Stefan, Tobias, Walter, Yusuf
`)

export const familyNames = listed(`
  Abbott, Acosta, Adeyemi, Ahmadi, Andersson, Baker, Banerjee, Bauer, Bennett, Boateng, Brooks, Campbell, Cardoso,
  Chen, Choi, Coleman, Cruz, Davies, Delgado, Diaz, Donovan, Dvorak, Edwards, Eriksen, Farouk, Ferrari, Fischer,
  Flores, Foster, Gallagher, Garcia, Goldberg, Gomez, Gupta, Hansen, Harrison, Hernandez, Hoang, Hughes, Ibrahim,
  Ito, Jackson, Jensen, Johnson, Kaminski, Kaplan, Khan, Kim, Kowalski, Kumar, Larsen, Lee, Lewis, Lopez, Mahoney,
  Martin, Mbeki, Mehta, Mendoza, Miller, Morales, Murphy, Nguyen, Novotny, Oduya, Olsen, Ortiz, Park, Patel,
  Perez, Petrov, Powell, Ramirez, Reyes, Rivera, Robinson, Rossi, Russo, Santos, Schneider, Sharma, Silva, Singh,
  Sokolov, Stewart, Suarez, Takahashi, Taylor, Thompson, Torres, Tran, Turner, Vasquez, Vogel, Walsh, Washington,
  Weber, Williams, Wong, Young
`)

export const streets = listed(`
  Alder Street, Bank Street, Cedar Avenue, Church Street, Elm Street, Garden Street, Grove Lane, Hill Road,
  Lincoln Avenue, Maple Street, Mill Road, Orchard Street, Park Place, Pine Street, River Road, Spring Street
`)
