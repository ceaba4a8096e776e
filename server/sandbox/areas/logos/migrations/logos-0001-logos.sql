-- The logo of a practice, as it was uploaded: name, type and size in MB are those of the file, its content is base64.
create table logos (
  practice text not null primary key references practices,
  file_name text not null,
  file_type text not null,
  file_size numeric not null check (file_size > 0),
  content text not null
);
